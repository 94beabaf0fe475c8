/** What stands behind the `?`: the very words of the API, so that the address of a list is also its request. */
export type Search = { readonly [name: string]: string }

export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))
