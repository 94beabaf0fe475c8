import type { Kind } from '../api/resources.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ChoiceCell } from './cells/choice.tsx'
import { DateCell, InstantCell } from './cells/date.tsx'
import { FlagCell } from './cells/flag.tsx'
import { GroupCell } from './cells/group.tsx'
import { LinesCell } from './cells/lines.tsx'
import { ExternalIdsCell, ListCell, StructureCell } from './cells/list.tsx'
import { MoneyCell, PercentCell, PlainNumberCell } from './cells/number.tsx'
import { RefCell } from './cells/ref.tsx'
import { IdCell, TextCell } from './cells/text.tsx'
import type { FieldKind, InputProps } from './field-kind.ts'
import type { Kinds } from './kinds-context.ts'

const NUMBERS = ['money', 'quantity', 'percent', 'integer'] as const satisfies readonly Kind[]
const isNumber = (kind: Kind): kind is (typeof NUMBERS)[number] => (NUMBERS as readonly Kind[]).includes(kind)

/** Loaded with the first form: reading must not wait for it, nor a form for numbers and calendars that it does not have. */
const inputFor = (kind: Kind) =>
  lazyPart<InputProps>(async () => {
    if (isNumber(kind)) return (await import('./inputs/number.tsx')).NumberField
    if (kind === 'date') return (await import('./inputs/date.tsx')).DateField
    if (kind === 'instant') return (await import('./inputs/instant.tsx')).InstantField
    if (kind === 'ref') return (await import('./inputs/ref.tsx')).RefInput
    if (kind === 'list') return (await import('./inputs/list.tsx')).ListInput
    if (kind === 'map' || kind === 'json' || kind === 'externalIds')
      return (await import('./inputs/structure.tsx')).StructureInput
    return (await import('./inputs/inputs.ts')).inputs[kind]
  })

const plain = (kind: Kind, how: Omit<FieldKind, 'Input'>): FieldKind => ({ ...how, Input: inputFor(kind) })
const number = (kind: Kind, Cell: FieldKind['Cell']) => plain(kind, { Cell, isNumeric: true, filter: 'range' })
const structure = (kind: Kind, Cell: FieldKind['Cell']) => plain(kind, { Cell, isWide: true })

/** Every kind of field that the server knows. */
export const kinds: Kinds = {
  id: plain('id', { Cell: IdCell, filter: 'text' }),
  text: plain('text', { Cell: TextCell, filter: 'text' }),
  money: number('money', MoneyCell),
  quantity: number('quantity', PlainNumberCell),
  percent: number('percent', PercentCell),
  integer: number('integer', PlainNumberCell),
  choice: plain('choice', { Cell: ChoiceCell, filter: 'choice' }),
  flag: plain('flag', { Cell: FlagCell, filter: 'flag' }),
  date: plain('date', { Cell: DateCell, filter: 'dates' }),
  instant: plain('instant', { Cell: InstantCell, filter: 'dates' }),
  ref: plain('ref', { Cell: RefCell, filter: 'ref' }),
  list: structure('list', ListCell),
  map: structure('map', StructureCell),
  json: structure('json', StructureCell),
  externalIds: structure('externalIds', ExternalIdsCell),
  group: structure('group', GroupCell),
  lines: structure('lines', LinesCell),
}
