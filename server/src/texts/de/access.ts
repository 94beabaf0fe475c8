export const access: Readonly<Record<string, string>> = {}
