import { refuseFaults } from '../../core/problem.ts'
import { isObject } from '../../model/input.ts'
import { msg } from '../../model/message.ts'

/** The data of earlier operations, by their `ref`. */
export type Results = ReadonlyMap<string, unknown>

export const REF = /^[A-Za-z][\w-]{0,39}$/
/** A field of an earlier result: `$order.id`, `$order.items.0.id`. */
const REFERENCE = /^\$([A-Za-z][\w-]{0,39})\.(\w+(?:\.\w+)*)$/

/** A value of a body with what it refers to in its place. A text that begins with `$$` stands for itself, without one `$`. */
export function resolved(value: unknown, results: Results, place: string): unknown {
  if (typeof value === 'string') return resolvedText(value, results, place)
  if (Array.isArray(value)) return value.map((part, index) => resolved(part, results, `${place}[${index}]`))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, resolved(part, results, place ? `${place}.${name}` : name)]),
  )
}

const partOf = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null && Object.hasOwn(whole, name)
    ? (whole as Record<string, unknown>)[name]
    : undefined

function resolvedText(text: string, results: Results, place: string): unknown {
  if (text.startsWith('$$')) return text.slice(1)
  const [, ref, path] = REFERENCE.exec(text) ?? []
  if (ref === undefined) return text
  if (!results.has(ref))
    refuseFaults([{ field: place, message: msg`There is no earlier operation with the ref "${ref}".` }])
  const found = path!.split('.').reduce(partOf, results.get(ref))
  if (found === undefined)
    refuseFaults([{ field: place, message: msg`The result of the operation "${ref}" has no field "${path!}".` }])
  return found
}
