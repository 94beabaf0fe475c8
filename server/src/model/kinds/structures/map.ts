import { fieldLabel, isObject, readValue, shorten } from '../../input.ts'
import { msg } from '../../message.ts'
import { structuredKind } from '../define.ts'
import { entryOf, Fault } from '../field-kind.ts'

const MAP_MAX = 100

/** Values by a name that the client chooses. Which names make sense is for the resource to say. */
export const map = structuredKind<{ readonly [name: string]: unknown }>({
  name: 'map',
  structure: 'open',
  accept(value, { of }, { faults, path }) {
    if (!isObject(value)) return new Fault(msg`must be an object`)
    const entryField = entryOf(of!)
    const names = Object.keys(value)
    if (names.length > MAP_MAX)
      faults.push({ field: path, message: msg`${fieldLabel(path)} must have at most ${MAP_MAX} entries.` })
    const entries = names.slice(0, MAP_MAX).map((name) => {
      const shown = shorten(name)
      return [shown, readValue(entryField, value[name], 'create', faults, `${path}.${shown}`)]
    })
    return Object.fromEntries(entries)
  },
  schema: ({ of }, inner) => ({ type: 'object', additionalProperties: inner.entry(entryOf(of!)) }),
  example: () => ({}),
})
