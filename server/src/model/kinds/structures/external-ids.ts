import { isObject, readValue, shorten } from '../../input.ts'
import { EXTERNAL_ID_MAX, isSystem, RESERVED_SYSTEMS, SYSTEM_PATTERN, SYSTEMS_MAX } from '../../keys/external-ids.ts'
import { msg } from '../../message.ts'
import { structuredKind } from '../define.ts'
import { Fault, type ScalarField } from '../field-kind.ts'
import { text } from '../scalars/text.ts'

/** One id. Other systems tell upper case from lower case, so it is compared as it is. */
export const externalId: ScalarField = { kind: text, options: { required: true, max: EXTERNAL_ID_MAX } }

/** The ids of a record in other systems, by the name of the system. They are sorted, so that equal maps are stored alike. */
export const externalIds = structuredKind<{ readonly [system: string]: unknown }>({
  name: 'externalIds',
  structure: 'open',
  accept(value, _options, { faults, path }) {
    if (!isObject(value)) return new Fault(msg`must be an object such as {"shop": "1001"}`)
    const systems = Object.keys(value)
    if (systems.length > SYSTEMS_MAX) return new Fault(msg`must have at most ${SYSTEMS_MAX} systems`)
    systems.sort()
    for (const system of systems.filter((name) => !isSystem(name)))
      faults.push({
        field: path,
        message: RESERVED_SYSTEMS.includes(system)
          ? msg`"${system}" cannot be the name of a system: choose another name.`
          : msg`"${shorten(system)}" is not the name of a system: use 1 to 40 of the characters a-z, 0-9, _ and -.`,
      })
    const known = systems.filter(isSystem)
    return Object.fromEntries(
      known.map((system) => [system, readValue(externalId, value[system], 'create', faults, `${path}.${system}`)]),
    )
  },
  schema: (_options, inner) => ({
    type: 'object',
    propertyNames: { pattern: `^${SYSTEM_PATTERN}$`, not: { enum: RESERVED_SYSTEMS } },
    maxProperties: SYSTEMS_MAX,
    additionalProperties: inner.entry(externalId),
  }),
  example: () => ({ shop: '1001' }),
})
