import { listed, msg } from '../../message.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'

/** One of the words in `options.choices`. */
export const choice = scalarKind<string>({
  name: 'choice',
  storage: 'text',
  accept: (value, { choices }) =>
    choices!.includes(value as string) ? (value as string) : new Fault(msg`must be one of ${listed(choices!)}`),
  fromCell: (text, { choices }) => choices!.find((word) => word.toLowerCase() === text.toLowerCase()),
  schema: ({ choices }) => ({ type: 'string', enum: choices }),
  example: (_name, { choices }) => choices![0]!,
  filterSchema: ({ choices }) => ({ type: 'string', enum: choices }),
})
