import type { FieldKind } from './field-kind.ts'
import { choice } from './scalars/choice.ts'
import { date } from './scalars/date.ts'
import { flag } from './scalars/flag.ts'
import { id } from './scalars/id.ts'
import { instant } from './scalars/instant.ts'
import { integer } from './scalars/integer.ts'
import { money } from './scalars/money.ts'
import { percent } from './scalars/percent.ts'
import { quantity } from './scalars/quantity.ts'
import { ref } from './scalars/ref.ts'
import { text } from './scalars/text.ts'
import { externalIds } from './structures/external-ids.ts'
import { group } from './structures/group.ts'
import { json } from './structures/json.ts'
import { lines } from './structures/lines.ts'
import { list } from './structures/list.ts'
import { map } from './structures/map.ts'

/** Every kind of field, by its name. `fields.ts` says how each is written in a declaration. */
export const kinds = {
  id,
  ref,
  text,
  money,
  quantity,
  percent,
  integer,
  choice,
  flag,
  date,
  instant,
  list,
  map,
  json,
  externalIds,
  group,
  lines,
} as const satisfies { readonly [name: string]: FieldKind }

export type Kind = keyof typeof kinds
