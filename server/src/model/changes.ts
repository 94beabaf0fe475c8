/** Before and after, by path: `price`, `address.city`, and for lines `items.lin_….quantity`. */
export type Changes = { readonly [path: string]: readonly [before: unknown, after: unknown] }
