// The parts that random requests are made of: values, queries, bodies.
import type { SeededRandom } from '../../src/demo/sized/seeded-random.ts'
import type { Field } from '../../src/model/fields.ts'
import { isWritable } from '../../src/model/input.ts'
import { EXPAND_MAX, referencesOf } from '../../src/model/references.ts'
import { fieldsOf } from '../../src/model/resource.ts'
import type { Permissions } from '../../src/model/rights.ts'
import { isIn, resourceOf } from './roles.ts'
import { type AnyRecord, RESOURCES, type Snapshot } from './world.ts'

/** Everything that requests are made up from. */
export interface Setting {
  readonly random: SeededRandom
  readonly snapshot: Snapshot
  readonly permissions: Permissions
  /** Values of hidden fields, to be asked for. */
  readonly hidden: readonly string[]
}

export const anyName = ({ random }: Setting): string => random.one(RESOURCES)
/** More often a draft than not, where there are some: most other documents cannot be changed. */
export function anyOf({ random, snapshot }: Setting, name: string): AnyRecord {
  const drafts = snapshot[name]!.filter(({ status }) => status === 'draft')
  return random.one(drafts.length > 0 && random.percent(40) ? drafts : snapshot[name]!)
}
/** Seldom a field that the role does not see: most requests should go through. */
export function fieldOf(
  { random, permissions }: Setting,
  name: string,
  isWanted: (field: Field) => boolean,
): [string, Field] {
  const all = Object.entries(fieldsOf(resourceOf(name))).filter(([, field]) => isWanted(field))
  const open = all.filter(([path]) => !isIn(permissions[name]?.hidden, path))
  return random.one(random.percent(15) || open.length === 0 ? all : open)
}

export const scalar = ({ kind, options }: Field) => kind.structure === 'value' && !options.secret && !options.transient

/** A value that a role makes up itself: it is no hidden one. */
export function valueFor(setting: Setting, name: string, { kind, options }: Field): unknown {
  const { random, snapshot } = setting
  if (options.choices) return random.one(options.choices)
  if (options.target) return random.one(snapshot[options.target] ?? [{ id: 'none_1' }]).id
  if (options.fields)
    return kind.structure === 'parts'
      ? Object.fromEntries(
          Object.entries(options.fields)
            .filter(([, part]) => isWritable(part) && random.percent(60))
            .map(([part, field]) => [part, valueFor(setting, part, field)]),
        )
      : lineBodies(setting)
  if (options.of) return [`https://example.com/${random.below(99)}.png`]
  if (['money', 'quantity', 'percent', 'integer'].includes(kind.name)) return random.below(90) + 1
  if (kind.name === 'flag') return random.percent(50)
  if (kind.name === 'date') return `2029-0${random.below(9) + 1}-1${random.below(9)}`
  if (name === 'country') return random.one(['DE', 'AT', 'FR'])
  if (options.format === 'email') return `w${random.below(999)}@example.com`
  return `w${random.below(9999)} words`
}

const lineBodies = ({ random, snapshot }: Setting) =>
  Array.from({ length: 1 + random.below(2) }, () => ({
    item: random.one(snapshot.items!).id,
    quantity: 1 + random.below(5),
    ...(random.percent(30) && { rate: 1 + random.below(50) }),
    ...(random.percent(30) && { discount: random.below(20) }),
  }))

export const queryText = (pairs: readonly (readonly [string, unknown])[]) =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')

/** A query of a list: filters, order, search, selection, what is included. */
export function listQuery(setting: Setting, name: string): string {
  const { random } = setting
  const pairs = new Map<string, unknown>()
  if (random.percent(40)) {
    const [path, field] = fieldOf(setting, name, scalar)
    const operator = random.one(['', '[ne]', '[gt]', '[lte]', '[like]'])
    pairs.set(path + operator, operator === '[like]' ? 'a' : valueFor(setting, path, field))
  }
  if (random.percent(15)) {
    const [path, field] = lineField(setting, name) ?? fieldOf(setting, name, scalar)
    pairs.set(`${path}${random.one(['', '[gt]', '[lte]'])}`, valueFor(setting, path, field))
  }
  if (random.percent(30))
    pairs.set(
      'sort',
      fieldOf(setting, name, (field) => scalar(field) && (field.options.indexed || field.options.figure) === true)[0],
    )
  if (random.percent(30)) pairs.set('order', random.one(['asc', 'desc']))
  if (random.percent(15)) pairs.set('search', searchWord(setting))
  if (random.percent(20))
    pairs.set('fields', fieldOf(setting, name, ({ options }) => !options.secret && !options.transient)[0])
  return queryText([...pairs])
}

/** A plain field of its lines, such as `items.rate`. */
function lineField({ random }: Setting, name: string): [string, Field] | undefined {
  const lines = Object.entries(fieldsOf(resourceOf(name))).find(([, { kind }]) => kind.structure === 'rows')
  if (!lines) return undefined
  const [part, field] = random.one(Object.entries(lines[1].options.fields!).filter(([, one]) => scalar(one)))
  return [`${lines[0]}.${part}`, field]
}

/** Up to three references of its records: `expand=customer,items.item`. */
export function expansion({ random }: Setting, name: string): string {
  const known = [...referencesOf(resourceOf(name)).keys()]
  const some = known.filter(() => random.percent(60)).slice(0, EXPAND_MAX)
  return queryText([['expand', (some.length > 0 ? some : known.slice(0, 1)).join()]])
}

/** The beginning of a hidden value: it must find nothing that a role does not see. */
export const searchWord = ({ random, hidden }: Setting) =>
  random.percent(50) && hidden.length > 0 ? random.one(hidden).slice(0, 4) : random.one(['w1', 'Q', 'words', 'SO-'])

/** Fields of a body: as many as fit, seldom one that is closed. */
export function bodyFor(setting: Setting, name: string, share: number): AnyRecord {
  const { random, permissions } = setting
  const { hidden, readOnly } = permissions[name] ?? {}
  const body: AnyRecord = {}
  for (const [field, declared] of Object.entries(resourceOf(name).fields)) {
    if (!isWritable(declared) || (declared.options.transient && random.percent(90))) continue
    const isClosed = isIn(hidden, field) || isIn(readOnly, field)
    const isNeeded = declared.options.required
    if (isClosed ? random.percent(6) : isNeeded ? random.percent(share + 60) : random.percent(share))
      body[field] = valueFor(setting, field, declared)
  }
  return body
}
