import type { DeclaredMove, Document, OpenItem } from '../../model/document.ts'
import {
  choice,
  date,
  type Field,
  type FieldOptions,
  type Fields,
  type LineOf,
  lines,
  ref,
  text,
} from '../../model/fields.ts'
import { defineResource, partyOf, type Resource } from '../../model/resource.ts'
import type { Stages } from '../../model/stage.ts'
import { allowedTransitions } from '../../model/transition.ts'
import {
  currency,
  derivedFrom,
  expectedTotal,
  pickedLineFields,
  plainLineFields,
  pricedLineFields,
  pricesIncludeTax,
  shared,
  taxRounding,
  totalFields,
} from './document.fields.ts'
import { pricedLineOptions } from './line-forms.fields.ts'
import { dueFields, type OpenItemFields, openItemFields } from './open-items/open-item.fields.ts'
import {
  type ProgressFields,
  progressFields,
  type SourceFields,
  type SourceLineFields,
  sourceFields,
  sourceLineFields,
  type TakenFields,
  takenFields,
} from './references/reference.fields.ts'

/** A type of document: what it is, and its fields beside those that every document has. */
type Declaration<D extends Document, Own extends Fields, LineOwn extends Fields> = Omit<Resource, 'fields'> & {
  readonly title: NoInfer<keyof DocumentFields<D, Own, LineOwn> & string>
  readonly document: D & Sound<D>
  /** They stand after the status. */
  readonly own?: Own
  readonly lineOwn?: LineOwn
  /** What is said of usual fields beyond what is said of those of every document: `total`, `items.rate`. */
  readonly told?: { readonly [P in UsualPath<D>]?: Told }
  /** Rows of fields that stand one behind the other, where their place is another than the usual one. */
  readonly order?: readonly (readonly NoInfer<keyof DocumentFields<D, Own, LineOwn> & string>[])[]
}

/** What does not change the type of a field. */
type Told = Partial<Pick<FieldOptions, 'description' | 'example' | 'indexedWithin' | 'tones'>> & {
  readonly indexed?: undefined
}

type None = Record<never, never>

/** Declares a type of document with its usual fields, in their usual order, and its own. */
export function defineDocument<
  const D extends Document,
  const Own extends Fields = None,
  const LineOwn extends Fields = None,
>({
  document,
  own,
  lineOwn,
  told = {},
  order = [],
  ...resource
}: Declaration<D, Own, LineOwn>): Resource<DocumentFields<D, Own, LineOwn>> & { readonly document: D } {
  const fields = placed(retold(documentFields(resource.name, document, own, lineOwn), told), order)
  const { number } = document
  return defineResource({
    ...resource,
    ...(number?.isGapless && { retained: number.field }),
    document,
    fields,
  }) as never
}

/** All fields that a document of this kind has, before they are told apart and placed. */
export function documentFields(name: string, document: Document, own: Fields = {}, lineOwn: Fields = {}): Fields {
  const { party, number, price, statuses, sources = [], progress } = document
  const original = sources.find(({ isAlways }) => isAlways)
  const maker = original?.field
  const partyTitle = `${party.resource}.${partyOf({ document }).title}`
  return {
    ...(number && { [number.field]: numberField(number.isTakenLate) }),
    [party.field]: ref(party.resource, {
      ...(maker ? { readOnly: true, setBy: maker, filled: true } : { required: true }),
      counted: true,
    }),
    [party.name]: text({
      ...derivedFrom(original ? [original.resource] : [], party.name, partyTitle),
      readOnly: true,
      setBy: maker ?? party.field,
      filled: true,
      search: true,
      indexed: true,
      example: 'Nordlicht Fahrräder GmbH',
    }),
    [document.date]: date({
      ...shared('DocumentDate'),
      filled: true,
      indexed: true,
      example: '2026-11-15',
      description: 'Today if left out.',
    }),
    ...dueFields(document),
    ...(statuses && { status: statusField(statuses, document.openItem) }),
    ...progressFields(progress),
    ...sourceFields(`POST /${name}`, sources),
    ...own,
    items: linesField(name, document, lineOwn),
    ...(price && pricedFields(document)),
    notes: text({ max: 4000 }),
    ...(statuses && { allowedTransitions: allowedTransitions(Object.keys(statuses).at(-1)!) }),
  }
}

/** What repeats another document is hidden with it. A loose one stands for itself. */
const namesOf = ({ sources = [] }: Document): string[] =>
  sources.filter(({ isLoose }) => !isLoose).map(({ resource }) => resource)

const pricedFields = (document: Document): Fields => ({
  ...totalFields(namesOf(document)),
  ...openItemFields(document),
  expectedTotal,
  currency,
  taxRounding,
  pricesIncludeTax,
  paymentTerms: text({
    ...derivedFrom(namesOf(document), 'paymentTerms', `${document.party.resource}.paymentTerms`),
    max: 100,
    example: 'Net 30',
    description: `The ${document.party.field}'s if left out.`,
  }),
})

const numberField = (isLate: boolean | undefined) =>
  text({ ...(!isLate && { filled: true }), readOnly: true, unique: true, search: true })

function statusField(stages: Stages, openItem: Document['openItem']) {
  const statuses = Object.keys(stages)
  const payable = openItem && payableStatus(openItem)
  return choice(statuses, { readOnly: true, default: statuses[0]!, counted: true, stages, ...payable })
}

const payableStatus = ({
  isDue,
  statuses: { open, partly },
}: OpenItem): Pick<FieldOptions, 'alsoFilter' | 'tones'> => ({
  tones: { ...(isDue && { [open]: 'due' }), [partly]: 'partly' },
  ...(isDue && { alsoFilter: ['overdue'] }),
})

function linesField(name: string, document: Document, own: Fields): Field {
  const { price, tax = 'taxRate', sources = [], progress } = document
  const original = sources.find(({ isAlways }) => isAlways)
  const originals = namesOf(document).map((source) => `${source}.items`)
  const further = { ...sourceLineFields(`POST /${name}`, sources), ...takenFields(progress), ...own }
  if (price) {
    const usual = pricedLineFields(price, tax, originals)
    const typeName = tax ? 'PricedLine' : 'UntaxedLine'
    return lines({ ...usual, ...further }, { ...pricedLineOptions, usual: { typeName, parts: Object.keys(usual) } })
  }
  if (!original) return lines({ ...plainLineFields(), ...further }, { required: true, min: 1 })
  const description = 'Which lines, and how much of each; all that is left if left out.'
  return lines({ ...pickedLineFields(original.line, originals), ...further }, { min: 1, description })
}

function retold(fields: Fields, told: { readonly [path: string]: Told | undefined }): Fields {
  const all = { ...fields }
  for (const [path, more] of Object.entries(told)) {
    const [name = '', part] = path.split('.')
    const { kind, options } = all[name]!
    const changes = part ? { fields: retold(options.fields!, { [part]: more }) } : more
    all[name] = { kind, options: { ...options, ...(changes as FieldOptions) } }
  }
  return all
}

/** Moves each name behind the one before it in its row. */
function placed(fields: Fields, rows: readonly (readonly string[])[]): Fields {
  const names = Object.keys(fields)
  for (const row of rows)
    for (const [index, name] of row.slice(1).entries()) {
      names.splice(names.indexOf(name), 1)
      names.splice(names.indexOf(row[index]!) + 1, 0, name)
    }
  return Object.fromEntries(names.map((name) => [name, fields[name]!]))
}

/** The moves of a declaration lead from and to its own statuses, and what is allocated leads to some of them. */
interface Sound<D extends Document, S = keyof D['statuses'] & string> {
  readonly moves?: readonly DeclaredMove<S & string>[]
  readonly openItem?: { readonly statuses: { readonly open: S; readonly partly: S; readonly settled: S } }
}

type ReadOnly = { readonly readOnly: true }
type Filled = { readonly filled: true }
type Mandatory = { readonly required: true }

/** How the usual fields of a document are typed; `documentFields` makes them. */
type UsualFields<D extends Document> = NumberField<D> &
  PartyFields<D> &
  DateField<D> &
  StatusFields<D> &
  ProgressFields<D> &
  SourceFields<D> &
  Priced<D> &
  OpenItemFields<D>

type NumberField<D extends Document> = D['number'] extends { readonly field: infer N extends string }
  ? {
      readonly [K in N]: Field<
        string,
        D['number'] extends { readonly isTakenLate: true } ? ReadOnly : ReadOnly & Filled
      >
    }
  : None

type PartyFields<D extends Document> = {
  readonly [K in D['party']['field']]: Field<string, IsPicked<D> extends true ? ReadOnly & Filled : Mandatory>
} & { readonly [K in D['party']['name']]: Field<string, ReadOnly & Filled> }

type DateField<D extends Document> = { readonly [K in D['date']]: Field<string, Filled> } & {
  readonly notes: Field<string, None>
}

type StatusFields<D extends Document> = D['statuses'] extends Stages
  ? {
      readonly status: Field<
        keyof D['statuses'] & string,
        ReadOnly & { readonly default: string; readonly choices: readonly (keyof D['statuses'] & string)[] }
      >
      readonly allowedTransitions: ReturnType<typeof allowedTransitions>
    }
  : None

type Priced<D extends Document> = D['price'] extends string
  ? ReturnType<typeof totalFields> & {
      readonly expectedTotal: typeof expectedTotal
      readonly currency: typeof currency
      readonly taxRounding: typeof taxRounding
      readonly pricesIncludeTax: typeof pricesIncludeTax
      readonly paymentTerms: Field<string, None>
    }
  : None

type IsPicked<D extends Document> = D['sources'] extends readonly [{ readonly isAlways: true }] ? true : false

type UsualLine<D extends Document> = ItemLine<D> & SourceLineFields<D> & TakenFields<D>

type ItemLine<D extends Document> = D['price'] extends string
  ? ReturnType<typeof pricedLineFields>
  : IsPicked<D> extends true
    ? ReturnType<typeof pickedLineFields<NonNullable<D['sources']>[0]['line']>>
    : ReturnType<typeof plainLineFields>

type LinesOf<F extends Fields, D extends Document> = Field<
  LineOf<F>[],
  { readonly fields: F } & (IsPicked<D> extends true ? { readonly default: unknown } : Mandatory)
>

type UsualPath<D extends Document> = (keyof UsualFields<D> & string) | 'items' | `items.${keyof UsualLine<D> & string}`

type Whole<T> = { readonly [K in keyof T]: T[K] }

export type DocumentFields<D extends Document, Own extends Fields, LineOwn extends Fields> = Whole<
  UsualFields<D> & Own & { readonly items: LinesOf<UsualLine<D> & LineOwn, D> }
>
