/**
 * What an object itself holds under a name. A name that a client chooses may be the name of an inherited property, such as
 * `constructor` or `toString`: it must be looked up by this, or in a Map.
 */
export const own = <T>(object: { readonly [name: string]: T }, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
