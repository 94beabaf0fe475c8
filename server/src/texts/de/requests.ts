export const requests: Readonly<Record<string, string>> = {}
