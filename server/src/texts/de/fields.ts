export const fields: Readonly<Record<string, string>> = {}
