import assert from 'node:assert/strict'
import { OPERATORS, type Operator } from '../../src/core/lists/list-query.ts'
import type { Field } from '../../src/model/fields.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import type { Kontor } from '../support/kontor.ts'
import { type Filter, idsOf, isNumber, matches, valuesAt } from './model.ts'
import { listed } from './walk.ts'

const escapeComma = (text: string) => text.replaceAll(',', '\\,')

/** Values that no record of the sample has, one for each kind. */
function strangers(field: Field): string[] {
  if (isNumber(field)) return field.kind.name === 'percent' ? ['0.5', '99'] : ['77', '-1']
  const {
    kind: { name: kind },
    options,
  } = field
  if (kind === 'flag') return ['true', 'false']
  if (kind === 'date') return ['2001-01-01', '2099-12-31']
  if (kind === 'instant') return ['2001-01-01', new Date().toISOString().slice(0, 10), '2099-12-31T23:59:59+02:00']
  return kind === 'choice' ? [...options.choices!] : ['M', 'zzz', 'Ö']
}

/** Values that the records do have, as an address spells them: the first few, and some from among the others. */
function presentValues(path: string, records: readonly AnyRecord[]): string[] {
  const values = [...new Set(records.flatMap((record) => valuesAt(record, path)))].filter((value) => value !== null)
  return values.map(String).filter((_, index) => index < 3 || index % 11 === 10)
}

const patternsOf = (values: readonly string[]) =>
  values.flatMap((value) => [value, `${[...value].slice(0, 2).join('')}%`, `%${value.slice(-1)}`, value.toUpperCase()])

/** All that the sample offers, or one known value and one stranger: enough to tell that the right column is asked. */
export type Care = 'thorough' | 'brief'

function textsFor(operator: Operator, field: Field, path: string, records: readonly AnyRecord[], care: Care): string[] {
  const all = allTextsFor(operator, field, path, records)
  return care === 'thorough' ? all : [...new Set([all[0], all.at(-1)])].filter((text) => text !== undefined)
}

function allTextsFor(operator: Operator, field: Field, path: string, records: readonly AnyRecord[]): string[] {
  const known = presentValues(path, records)
  const values = [...known, ...strangers(field)].filter(
    (text) => text !== '' || !['id', 'ref'].includes(field.kind.name),
  )
  const lists = [known.slice(0, 3), [...strangers(field), 'null'], [known[0] ?? 'null', 'null']]
  switch (operator) {
    case 'in':
      return lists.filter((list) => list.length > 0).map((list) => list.map(escapeComma).join(','))
    case 'like':
      return patternsOf(known.slice(0, 4)).filter((text) => text !== '')
    case 'eq':
    case 'ne':
      return [...values, 'null']
    default:
      return values
  }
}

async function checkFilter(kontor: Kontor, resource: string, records: readonly AnyRecord[], filter: Filter) {
  const name = filter.operator === 'eq' ? filter.path : `${filter.path}[${filter.operator}]`
  const { data, meta } = await listed(kontor, `/${resource}`, { [name]: filter.text, perPage: 100, fields: 'id' })
  const expected = idsOf(records.filter((record) => matches(record, filter)))
  const question = `${name}=${filter.text}`
  assert.deepEqual(idsOf(data).sort(), expected.sort(), question)
  assert.equal(meta.total, expected.length, `total of ${question}`)
}

/** Asks for a field with every operator and many values, and holds each answer against the model. */
export async function checkOperators(
  kontor: Kontor,
  resource: string,
  records: readonly AnyRecord[],
  path: string,
  field: Field,
  care: Care = 'thorough',
): Promise<void> {
  for (const operator of OPERATORS) {
    if (operator === 'like' && (field.options.computed || field.options.figure)) continue // there is no text to match
    for (const text of textsFor(operator, field, path, records, care)) {
      await checkFilter(kontor, resource, records, { path, field, operator, text })
    }
  }
}
