import type { ComponentType } from 'react'
import type { Kind } from '../../api/resources.ts'
import type { InputProps } from '../field-kind.ts'
import { ChoiceInput } from './choice.tsx'
import { FlagInput } from './flag.tsx'
import { GroupInput } from './group.tsx'
import { LinesInput } from './lines.tsx'
import { NumberField } from './number.tsx'
import { TextField } from './text.tsx'

type Seldom = 'date' | 'ref' | 'instant' | 'list' | 'map' | 'json'

/** How a value of each kind is written; what is large and seldom asked for is fetched by itself. */
export const inputs: { readonly [K in Exclude<Kind, Seldom>]: ComponentType<InputProps> } = {
  id: TextField,
  text: TextField,
  money: NumberField,
  quantity: NumberField,
  percent: NumberField,
  integer: NumberField,
  choice: ChoiceInput,
  flag: FlagInput,
  group: GroupInput,
  lines: LinesInput,
}
