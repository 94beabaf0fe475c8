/** The field that holds the ids of a record in other systems: `{ "shop": "1001" }`. */
export const EXTERNAL_IDS = 'externalIds'
export const SYSTEMS_MAX = 20
export const EXTERNAL_ID_MAX = 200
export const SYSTEM_PATTERN = '[a-z0-9_-]{1,40}'

/** The ids of one record, by the name of the system. */
export type ExternalIds = { readonly [system: string]: string }

const PREFIX = `${EXTERNAL_IDS}.`
const SYSTEM = new RegExp(`^${SYSTEM_PATTERN}$`)

/** Names that are special in JavaScript: bodies and files with them would be read differently, or refused, by other programs. */
export const RESERVED_SYSTEMS: readonly string[] = ['__proto__', 'constructor', 'prototype']

export const isSystem = (name: string): boolean => SYSTEM.test(name) && !RESERVED_SYSTEMS.includes(name)

/** `externalIds.shop` for the system `shop`. */
export const pathOfSystem = (system: string): string => PREFIX + system

/** The system of a path such as `externalIds.shop`; undefined for any other path. */
export function systemIn(path: string): string | undefined {
  const system = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ''
  return isSystem(system) ? system : undefined
}
