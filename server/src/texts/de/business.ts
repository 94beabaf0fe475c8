export const business: Readonly<Record<string, string>> = {}
