import type { Field } from '../../model/fields.ts'
import { kinds, type ScalarRules } from '../../model/kinds.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { LIST_SEPARATOR } from '../export/columns.ts'
import { withoutMark } from '../export/csv.ts'
import type { Mapping } from './mapping.ts'
import { ID } from './target.ts'

/** How a table writes numbers: where cells are parted by semicolons, a comma stands before decimals. */
export interface Habits {
  readonly hasDecimalCommas: boolean
}

const FLAGS: { readonly [word: string]: boolean } = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}
const NUMBERS = ['decimal', 'integer']

/** What a row says, as the body of a request would. An empty cell says nothing. */
export function bodyOf(
  cells: readonly string[],
  columns: readonly string[],
  mapping: Mapping,
  fields: ReadonlyMap<string, Field>,
  habits: Habits,
): { readonly id: string | undefined; readonly body: AnyRecord } {
  let id: string | undefined
  const body: AnyRecord = {}
  for (const [index, column] of columns.entries()) {
    const path = mapping[column]
    const text = withoutMark(cells[index] ?? '').trim()
    if (path === undefined || text === '') continue
    if (path === ID) id = text
    else place(body, path.split('.'), readCell(fields.get(path)!, text, habits))
  }
  return { id, body }
}

function place(body: AnyRecord, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) body[name] = value
  else {
    body[name] ??= {}
    place(body[name] as AnyRecord, inner, value)
  }
}

/** What is no such value stays a text, to be refused with a word about what would be right. */
function readCell(field: Field, text: string, habits: Habits): unknown {
  const { kind, options } = field
  if (kind === 'list')
    return text
      .split(LIST_SEPARATOR.trim())
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => readCell(options.of!, part, habits))
  if (kind === 'flag') return FLAGS[text.toLowerCase()] ?? text
  if (kind === 'choice') return options.choices!.find((word) => word.toLowerCase() === text.toLowerCase()) ?? text
  const rules: ScalarRules = kinds[kind as keyof typeof kinds]
  const written =
    habits.hasDecimalCommas && NUMBERS.includes(rules.storage) ? text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : text
  return rules.fromText(written) ?? text
}
