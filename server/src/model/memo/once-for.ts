/** Finds out once for each object what follows from it. For objects that never change, such as declarations. */
export function onceFor<About extends object, Found>(findOut: (about: About) => Found): (about: About) => Found {
  const known = new WeakMap<About, { readonly found: Found }>()
  return (about) => {
    let kept = known.get(about)
    if (!kept) {
      kept = { found: findOut(about) }
      known.set(about, kept)
    }
    return kept.found
  }
}
