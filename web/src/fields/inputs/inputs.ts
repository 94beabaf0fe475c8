import type { ComponentType } from 'react'
import type { Kind } from '../../api/resources.ts'
import type { InputProps } from '../field-kind.ts'
import { ChoiceInput } from './choice.tsx'
import { FlagInput } from './flag.tsx'
import { GroupInput } from './group.tsx'
import { LinesInput } from './lines.tsx'
import { ListInput, StructureInput } from './list.tsx'
import { NumberField } from './number.tsx'
import { RefInput } from './ref.tsx'
import { TextField } from './text.tsx'

/** How a value of each kind is written; for dates see `date.tsx`, since calendars are large. */
export const inputs: { readonly [K in Exclude<Kind, 'date' | 'instant'>]: ComponentType<InputProps> } = {
  id: TextField,
  text: TextField,
  money: NumberField,
  quantity: NumberField,
  percent: NumberField,
  integer: NumberField,
  choice: ChoiceInput,
  flag: FlagInput,
  ref: RefInput,
  list: ListInput,
  map: StructureInput,
  json: StructureInput,
  group: GroupInput,
  lines: LinesInput,
}
