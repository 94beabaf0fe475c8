import { refuseFaults } from '../../core/problem.ts'
import { type Detail, isWritable } from '../../model/input.ts'
import { own } from '../../model/keys/own.ts'
import { isScalar } from '../../model/kinds/field-kind.ts'
import { type Message, msg } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import { externalPathOf, headingsOf } from '../../texts/headings.ts'
import type { ImportColumns } from './columns.ts'
import { ID } from './target.ts'

/** The field that each column is mapped to. */
export type Mapping = { readonly [column: string]: string }

/** `Item Code`, `item_code` and `itemCode` are the same. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * By name: of the whole path, or what people call it in any language; with the name of the record before it or left out (`Name` of an item, `Customer name`); or of
 * its last part where only one field ends so. No field is taken twice.
 */
export function guessedMapping(columns: readonly string[], fields: ImportColumns, { singular }: Resource): Mapping {
  const paths = [ID, ...fields.listed.keys()]
  const isMeant = (name: string) => (path: string) =>
    plain(path) === name || headingsOf(path).some((heading) => plain(heading) === name)
  const own = plain(singular)
  const named = (name: string) => paths.find((path) => plain(path) === name) ?? paths.find(isMeant(name))
  // A line repeats the code of its item: `items.itemCode` is the item of that code.
  const repeated = (name: string) => {
    const byCopy = [...fields.listed].find(
      ([path, { reference }]) => reference && isMeant(name)(copyOf(path, reference)),
    )
    return byCopy?.[0]
  }
  const endingSo = (name: string) =>
    paths.filter((path) => path.includes('.') && plain(path.split('.').at(-1)!) === name)
  const taken = new Set<string>()
  const mapping = new Map<string, string>()
  for (const column of columns) {
    const path = externalPathOf(column) ?? column
    if (fields.listed.has(path) || !fields.at(path)) continue // only ids in other systems are not listed
    mapping.set(column, path)
    taken.add(path)
  }
  for (const guess of [
    named,
    repeated,
    (name: string) => named(own + name) ?? (name.startsWith(own) ? named(name.slice(own.length)) : undefined),
    (name: string) => (endingSo(name).length === 1 ? endingSo(name)[0] : undefined),
  ]) {
    for (const column of columns) {
      const path = mapping.has(column) ? undefined : guess(plain(column))
      if (path === undefined || taken.has(path)) continue
      mapping.set(column, path)
      taken.add(path)
    }
  }
  // A record that is named by a unique field need not have the same id here.
  const referred = new Set([...taken].map((path) => fields.at(path)?.reference))
  return Object.fromEntries(
    columns.flatMap((column) => {
      const path = mapping.get(column)
      return path === undefined || referred.has(path) ? [] : [[column, path]]
    }),
  )
}

/** Records of NDJSON are bodies: what is named like a field is that field, and what has no field is refused with its row. */
export function bodyMapping(columns: readonly string[], fields: ImportColumns, resource: Resource): Mapping {
  const foreign = columns.filter((column) => !isOwnName(resource, column))
  const guessed = guessedMapping(foreign, fields, resource)
  const taken = new Set(columns)
  const pathOf = (column: string) => {
    const path = own(guessed, column)
    return path !== undefined && fields.at(column) === undefined && !taken.has(path) ? path : column
  }
  return Object.fromEntries(
    columns
      .filter((column) => column !== OLD_REASON || isOwnName(resource, column))
      .map((column) => [column, pathOf(column)]),
  )
}

/** The column that says why a row was refused: refused rows that are sent again have it. */
export const OLD_REASON = 'error'

const isOwnName = (resource: Resource, column: string): boolean =>
  Object.hasOwn(fieldsOf(resource), column.split('.')[0]!)

/** The columns that are not imported: those without a field, and those of fields that no client sets, which a body may have. */
export const ignoredBy = (
  mapping: Mapping,
  columns: readonly string[],
  fields: ImportColumns,
  resource: Resource,
): string[] =>
  columns.filter((column) => {
    const path = own(mapping, column)
    if (path === undefined) return column !== OLD_REASON
    const field = own(fieldsOf(resource), path.split('.')[0]!)
    return path !== ID && !fields.at(path) && field !== undefined && !isWritable(field)
  })

/** `items.itemCode` for `items.item.itemCode`. */
const copyOf = (path: string, reference: string): string =>
  reference.slice(0, reference.lastIndexOf('.') + 1) + path.slice(reference.length + 1)

/**
 * Every column must be there, and every field; none is filled by two columns. In a body a column may also have its own name,
 * whatever that is.
 */
export function refuseMapping(
  mapping: Mapping,
  columns: readonly string[],
  fields: ImportColumns,
  isBody: boolean,
): void {
  const paths = [ID, ...fields.listed.keys()]
  const faults: Detail[] = []
  const taken = new Map<string, string>()
  for (const [column, path] of Object.entries(mapping)) {
    const refuse = (message: Message) => faults.push({ field: `mapping.${column}`, message })
    if (!columns.includes(column)) refuse(msg`The table has no column "${column}".${didYouMean(column, columns)}`)
    else if (path !== ID && !fields.at(path) && !(isBody && path === column))
      refuse(msg`There is no field "${path}" to be filled.${didYouMean(path, paths)}`)
    else if (taken.has(path)) refuse(msg`The column "${taken.get(path)!}" is already mapped to ${path}.`)
    taken.set(path, column)
  }
  if (Object.keys(mapping).length === 0)
    faults.push({ field: 'mapping', message: msg`No column is mapped to a field.` })
  refuseFaults(faults)
}

export function refuseKey(key: readonly string[], mapped: readonly string[], fields: ImportColumns): void {
  const faults = key.flatMap((path, index): Detail[] => {
    const column = fields.at(path)
    const isOwn = column !== undefined && column.lines === undefined && column.reference === undefined
    const isPlain = path === ID || (isOwn && isScalar(column.field))
    if (isPlain && mapped.includes(path)) return []
    return [
      {
        field: `key[${index}]`,
        message: msg`"${path}" cannot be part of the key: use simple fields that a column is mapped to.`,
      },
    ]
  })
  refuseFaults(faults)
}
