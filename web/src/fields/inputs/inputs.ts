import type { ComponentType } from 'react'
import type { Kind } from '../../api/resources.ts'
import type { InputProps } from '../field-kind.ts'
import { ChoiceInput } from './choice.tsx'
import { FlagInput } from './flag.tsx'
import { GroupInput } from './group.tsx'
import { LinesInput } from './lines.tsx'
import { TextField } from './text.tsx'

type Apart =
  | 'money'
  | 'quantity'
  | 'percent'
  | 'integer'
  | 'date'
  | 'ref'
  | 'instant'
  | 'list'
  | 'map'
  | 'json'
  | 'externalIds'

/** How a value of each kind is written; what is large and not in every form is fetched by itself. */
export const inputs: { readonly [K in Exclude<Kind, Apart>]: ComponentType<InputProps> } = {
  id: TextField,
  text: TextField,
  choice: ChoiceInput,
  flag: FlagInput,
  group: GroupInput,
  lines: LinesInput,
}
