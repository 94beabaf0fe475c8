/** What stands behind the `?`: the very words of the API, so that the address of a list is also its request. */
export type Search = { readonly [name: string]: string }

export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** Brackets, commas and colons stay readable: `orderDate[gte]=2026-01-01`. */
export const searchText = (search: Readonly<Record<string, unknown>>): string =>
  Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${readable(name)}=${readable(String(value))}`)
    .join('&')

const readable = (text: string) =>
  encodeURIComponent(text).replace(/%(5B|5D|2C|3A|20)/g, (code) => (code === '%20' ? '+' : decodeURIComponent(code)))
