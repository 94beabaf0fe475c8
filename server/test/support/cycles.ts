/** Every way on which files import each other in a circle, as a text. */
export function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>()
  const cycles: string[] = []
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail, path].join(' → '))
    if (finished.has(path) || trail.includes(path)) return
    for (const next of imports.get(path) ?? []) walk(next, [...trail, path])
    finished.add(path)
  }
  for (const path of imports.keys()) walk(path, [])
  return cycles
}
