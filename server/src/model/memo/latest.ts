/** Works out again only what was not asked last: for what many ask in the same moment. */
export function latest<Asked, Found>(workOut: (asked: Asked) => Found): (asked: Asked) => Found {
  let known: { readonly asked: Asked; readonly found: Found } | undefined
  return (asked) => {
    if (!known || known.asked !== asked) known = { asked, found: workOut(asked) }
    return known.found
  }
}
