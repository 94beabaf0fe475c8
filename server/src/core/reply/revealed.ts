import type { Field, Fields } from '../../model/fields.ts'
import { onceFor } from '../../model/memo.ts'
import { fieldsOf, type Resource, resourceNamed, summingBy } from '../../model/resource.ts'

/** What an actor sees of a resource by role and credential, before what follows from other resources. */
export interface Sight {
  readonly canRead: boolean
  readonly own: boolean
  readonly hidden: readonly string[]
}

/** Something that a value shows or is computed from. */
interface Source {
  readonly resource: Resource
  /** Empty for the resource as a whole. */
  readonly path: string
  /** Whether reading the resource is needed, rather than the field being hidden by nothing. */
  readonly needsRead: boolean
  /** Whether an own rule on the resource counts as not reading it. */
  readonly needsAll: boolean
}

interface Revealing {
  readonly path: string
  readonly sources: readonly Source[]
}

/** Two paths share a value if they are the same or one is a part of the other. */
export const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

/** The fields of a resource that would show an actor what the actor may not see elsewhere. */
export function hiddenByReveals(resource: Resource, sightOf: (resource: Resource) => Sight): string[] {
  const sights = new Map(involvedIn(resource).map((other) => [other, sightOf(other)]))
  const isLimited = sights.values().some(({ canRead, own, hidden }) => !canRead || own || hidden.length > 0)
  if (!isLimited) return []
  return revealingOf(resource)
    .filter(({ sources }) => sources.some((source) => isClosed(source, sights.get(source.resource)!)))
    .map(({ path }) => path)
}

function isClosed({ path, needsRead, needsAll }: Source, { canRead, own, hidden }: Sight): boolean {
  if (needsRead && !canRead) return true
  if (needsAll && own) return true
  return path !== '' && hidden.some((closed) => overlaps(closed, path))
}

/** The resources that decide about the fields of a resource. */
export const involvedIn = onceFor((resource: Resource) => [
  ...new Set(revealingOf(resource).flatMap(({ sources }) => sources.map((source) => source.resource))),
])

/** The fields that show something else, each with all that it shows directly or through others. */
const revealingOf = onceFor((resource: Resource): readonly Revealing[] =>
  declaredIn(resource).map(({ path, sources }) => ({ path, sources: allSources(sources) })),
)

function allSources(direct: readonly Source[]): readonly Source[] {
  const all = new Map<string, Source>()
  const add = (source: Source) => {
    const { resource, path, needsRead, needsAll } = source
    const key = `${resource.name} ${path} ${needsRead} ${needsAll}`
    if (all.has(key)) return
    all.set(key, source)
    if (path === '') return
    for (const inner of declaredIn(resource)) if (overlaps(inner.path, path)) inner.sources.forEach(add)
  }
  direct.forEach(add)
  return [...all.values()]
}

/** As declared, without what follows from the declarations of others. */
const declaredIn = onceFor((resource: Resource): readonly Revealing[] => {
  const gather = (fields: Fields, prefix: string): Revealing[] =>
    Object.entries(fields).flatMap(([name, field]) => {
      const path = prefix + name
      const sources = sourcesOf(resource, field)
      const inner = field.options.fields ? gather(field.options.fields, `${path}.`) : []
      return sources.length > 0 ? [{ path, sources }, ...inner] : inner
    })
  return gather(fieldsOf(resource), '')
})

/** A catalog may leave out a resource. */
function namedBy(own: Resource, name: string, field: string | undefined): readonly Resource[] {
  if (name === '*') return summingBy(own).filter(({ fields }) => Object.hasOwn(fields, field!))
  return name === '' ? [own] : [resourceNamed(name) ?? []].flat()
}

function sourcesOf(own: Resource, { options }: Field): Source[] {
  const { reveals = [], hiddenWith = [], ofMany } = options
  const sourceAt = (needsRead: boolean) => (text: string) => {
    const [name = '', ...path] = text.split('.')
    return namedBy(own, name, path[0]).map((resource) => {
      const isOther = resource.name !== own.name
      return {
        resource,
        path: path.join('.'),
        needsRead: needsRead && isOther,
        needsAll: needsRead && isOther && !ofMany,
      }
    })
  }
  return [...reveals.flatMap(sourceAt(true)), ...hiddenWith.flatMap(sourceAt(false))]
}
