import type { Field, Fields } from '../../model/fields.ts'
import { hasRows } from '../../model/kinds/field-kind.ts'
import { Bounded, onceFor } from '../../model/memo.ts'
import { type AnyRecord, fieldsOf, type Resource } from '../../model/resource.ts'
import { covers } from '../access.ts'
import { makerOf, type Shape } from '../literal.ts'

/** The visible fields of a record. */
export interface View {
  /** Whether it has computed fields. */
  readonly isComputed: boolean
  /** The record as it is seen, its fields in the order of the declaration. */
  show(record: AnyRecord, computed: AnyRecord): AnyRecord
}

type Paths = readonly string[] | undefined

const VIEWS_MAX = 500
const viewsOf = onceFor((_: Resource) => new Bounded<View>(VIEWS_MAX))

/** Without secret and hidden fields, and fields that were not selected. Computed once for each set of visible fields. */
export function viewOf(resource: Resource, hidden: Paths, select: Paths): View {
  const views = viewsOf(resource)
  const key = `${hidden?.join()} of ${select?.join()}`
  return views.get(key) ?? views.keep(key, newView(resource, hidden, select))
}

function newView(resource: Resource, hidden: Paths, select: Paths): View {
  const fields = fieldsOf(resource)
  const names = Object.keys(fields).filter(
    (name) => isShown(fields[name]!) && !covers(hidden, name) && (!select || select.includes(name)),
  )
  const shape: { [name: string]: string } = {}
  const strippers: { [name: string]: unknown } = {}
  for (const name of names) {
    const value = `${fields[name]!.options.computed ? 'computed' : 'record'}[${JSON.stringify(name)}]`
    const strip = stripperOf(name, fields[name]!, hidden)
    const call = `strip${Object.keys(strippers).length}`
    shape[name] = strip ? `${call}(${value})` : value
    if (strip) strippers[call] = strip
  }
  return {
    isComputed: names.some((name) => fields[name]!.options.computed),
    show: makerOf(['record', 'computed'], shape, strippers),
  }
}

const isShown = ({ options }: Field) => !options.secret && !options.transient

/** Leaves out the secret and hidden parts of a group or of lines: `address.city`, `items.rate`. */
function stripperOf(name: string, field: Field, hidden: Paths): ((value: unknown) => unknown) | undefined {
  const parts: Fields = field.options.fields ?? {}
  const isSeen = (part: string) => !covers(hidden, `${name}.${part}`) && (!parts[part] || isShown(parts[part]))
  const all = hasRows(field) ? ['id', ...Object.keys(parts)] : Object.keys(parts)
  if (all.every(isSeen)) return undefined
  const shape: Shape = Object.fromEntries(all.filter(isSeen).map((part) => [part, `part[${JSON.stringify(part)}]`]))
  const strip = makerOf<(part: unknown) => unknown>(['part'], shape)
  return (value) => (Array.isArray(value) ? value.map(strip) : strip(value))
}
