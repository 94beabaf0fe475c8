export const rights: Readonly<Record<string, string>> = {}
