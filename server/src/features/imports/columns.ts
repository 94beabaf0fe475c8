import { covers } from '../../core/access.ts'
import { type Field, type Fields, text } from '../../model/fields.ts'
import { isWritable } from '../../model/input.ts'
import { EXTERNAL_IDS, pathOfSystem, systemIn } from '../../model/keys/external-ids.ts'
import { keyFieldAt, uniqueFieldsOf } from '../../model/keys/record-key.ts'
import { hasEntries, hasParts, hasRows, isScalar } from '../../model/kinds/field-kind.ts'
import { type Resource, resourceNamed } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { isReceived } from '../../model/traits.ts'

/** A field that the cells of a column can go into. */
export interface ImportColumn {
  readonly field: Field
  /** Its place in the body, or in a line of it; the unique field of another record is one name: `['item', 'itemCode']`. */
  readonly place: readonly string[]
  /** The field whose lines it belongs to. */
  readonly lines?: string
  /** Finds the record, and is not written. */
  readonly isKeyOnly?: true
  /** The column whose id it stands for: `items.item` for `items.item.itemCode`. */
  readonly reference?: string
}

export interface ImportColumns {
  /** All that can be listed: plain values, parts of groups and lines, unique fields of other records. */
  readonly listed: ReadonlyMap<string, ImportColumn>
  /** Also for ids in other systems, of which there may be any. */
  at(path: string): ImportColumn | undefined
}

const EXTERNAL = `.${pathOfSystem('')}`

export function columnsOf(resource: Resource, { hidden }: Permission): ImportColumns {
  const listed = new Map<string, ImportColumn>()
  gather(listed, hidden, resource.fields, { prefix: '', place: [] })
  const isKnown = Object.hasOwn(resource.fields, EXTERNAL_IDS) && !covers(hidden, EXTERNAL_IDS)
  return {
    listed,
    at(path) {
      const system = systemIn(path)
      if (system !== undefined) return isKnown ? externalColumn(path, [EXTERNAL_IDS, system]) : undefined
      const start = path.lastIndexOf(EXTERNAL)
      const referring = start < 0 ? undefined : listed.get(path.slice(0, start))
      return referring ? referredColumn(path.slice(0, start), referring, path.slice(start + 1)) : listed.get(path)
    },
  }
}

const externalColumn = (path: string, place: readonly string[]): ImportColumn => ({
  field: keyFieldAt({ fields: { [EXTERNAL_IDS]: text() } } as never, path)!,
  place,
})

/** The record of a reference by one of its unique fields. */
function referredColumn(
  reference: string,
  { field, place, lines }: ImportColumn,
  key: string,
): ImportColumn | undefined {
  const target = resourceNamed(field.options.target ?? '')
  const keyField = target && keyFieldAt(target, key)
  return keyField && { field: keyField, place: [...place, key], reference, ...(lines !== undefined && { lines }) }
}

interface Inside {
  readonly prefix: string
  readonly place: readonly string[]
  readonly lines?: string
}

function gather(
  listed: Map<string, ImportColumn>,
  hidden: readonly string[] | undefined,
  fields: Fields,
  inside: Inside,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const path = inside.prefix + name
    if (!isReceived(field) || covers(hidden, path)) continue
    const place = [...inside.place, name]
    const lines = inside.lines === undefined ? {} : { lines: inside.lines }
    if (!isWritable(field)) {
      if (field.options.unique && inside.lines === undefined) listed.set(path, { field, place, isKeyOnly: true })
    } else if (hasParts(field)) gather(listed, hidden, field.options.fields, { prefix: `${path}.`, place, ...lines })
    else if (hasRows(field) && inside.lines === undefined) {
      listed.set(`${path}.id`, { field: text(), place: ['id'], lines: path })
      gather(listed, hidden, field.options.fields, { prefix: `${path}.`, place: [], lines: path })
    } else if (isScalar(field) || (hasEntries(field) && isScalar(field.options.of))) {
      const column = { field, place, ...lines }
      listed.set(path, column)
      for (const key of uniqueFieldsOf(resourceNamed(field.options.target ?? '') ?? NOTHING).keys())
        listed.set(`${path}.${key}`, referredColumn(path, column, key)!)
    }
  }
}

const NOTHING = { fields: {} } as Resource

/** The columns of an empty table: records that have a unique field are named by it, and a row by an id of your own. */
export function templateColumns(resource: Resource, columns: ImportColumns): string[] {
  const all = [...columns.listed]
  const isNamed = (path: string) => all.some(([, { reference }]) => reference === path)
  const own = all.filter(([path, { isKeyOnly, lines }]) => !isKeyOnly && !isNamed(path) && path !== `${lines}.id`)
  const hasKey = resource.key || own.some(([, { field, reference }]) => field.options.unique && !reference)
  const named = ([path, { field }]: (typeof own)[number]): string =>
    field.options.target && columns.at(`${path}.${EXAMPLE}`) ? `${path}.${EXAMPLE}` : path
  return [...(hasKey ? [] : [EXAMPLE]), ...own.map(named)]
}

const EXAMPLE = pathOfSystem('shop')
