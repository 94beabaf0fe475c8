import type { Part } from './names.ts'

/** Sections of which a part that one operation alone uses is written into that operation. */
const INLINED = ['parameters', 'responses'] as const

type Paths = Readonly<Record<string, Readonly<Record<string, Part>>>>

/** Shorter, with the same meaning: what all operations of a path share stands there, and what is used once where it is used. */
export function compact(paths: Paths, components: Part): { readonly paths: Part; readonly components: Part } {
  const hoisted = Object.entries(paths).map(([path, methods]) => [path, withSharedParameters(methods)] as const)
  const uses = countReferences(hoisted)
  const isSingle = (reference: string) => uses.get(reference) === 1
  const inlined = hoisted.map(([path, methods]) => [path, withParts(methods, components, isSingle)])
  const kept = Object.entries(components).map(([section, parts]) => [
    section,
    Object.fromEntries(
      Object.entries(parts as Part).filter(([name]) => !isInlined(section) || !isSingle(referenceTo(section, name))),
    ),
  ])
  return { paths: Object.fromEntries(inlined), components: Object.fromEntries(kept) }
}

const isInlined = (section: string): boolean => INLINED.some((one) => one === section)
const referenceTo = (section: string, name: string) => `#/components/${section}/${name}`

/** Parameters of every method of a path belong to the path. */
function withSharedParameters(methods: Readonly<Record<string, Part>>): Part {
  const lists = Object.values(methods).map(({ parameters }) => ((parameters ?? []) as Part[]).map(textOf))
  const shared = lists.reduce((common, list) => common.filter((parameter) => list.includes(parameter)))
  if (lists.length === 1 || shared.length === 0) return methods
  const isOwn = (parameter: Part) => !shared.includes(textOf(parameter))
  const operations = Object.entries(methods).map(([method, operation]) => [method, withOwn(operation, isOwn)])
  return { parameters: shared.map((text) => JSON.parse(text)), ...Object.fromEntries(operations) }
}

function withOwn({ parameters, ...operation }: Part, isOwn: (parameter: Part) => boolean): Part {
  const own = (parameters as Part[]).filter(isOwn)
  return own.length > 0 ? { ...operation, parameters: own } : operation
}

const textOf = (part: Part): string => JSON.stringify(part)

function countReferences(value: unknown, counts = new Map<string, number>()): ReadonlyMap<string, number> {
  if (typeof value !== 'object' || value === null) return counts
  const { $ref } = value as Part
  if (typeof $ref === 'string') counts.set($ref, (counts.get($ref) ?? 0) + 1)
  for (const inner of Object.values(value)) countReferences(inner, counts)
  return counts
}

/** Parameters and responses are only referred to by paths, and refer to none themselves. */
function withParts(value: unknown, components: Part, isSingle: (reference: string) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as Part
  const [, , section, name] = typeof $ref === 'string' ? $ref.split('/') : []
  if (section && isInlined(section) && isSingle($ref as string)) return (components[section] as Part)[name!]
  if (Array.isArray(value)) return value.map((inner) => withParts(inner, components, isSingle))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withParts(inner, components, isSingle)]))
}
