import { listed, msg } from '../../message.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'

/** One of the words in `options.choices`. */
export const choice = scalarKind<string>({
  name: 'choice',
  storage: 'text',
  accept: (value, { choices }) =>
    choices!.includes(value as string) ? (value as string) : new Fault(msg`must be one of ${listed(choices!)}`),
  fromCell(text, { choices }, { choiceNames }) {
    const isMeant = (name: string) => name.toLowerCase() === text.toLowerCase()
    return choices!.find(isMeant) ?? choices!.find((word) => choiceNames(word).some(isMeant))
  },
  toSheet: (value, _options, sheet) => sheet.choice(value),
  schema: ({ choices }) => ({ type: 'string', enum: choices }),
  example: (_name, { choices }) => choices![0]!,
  filterSchema: ({ choices }) => ({ type: 'string', enum: choices }),
})
