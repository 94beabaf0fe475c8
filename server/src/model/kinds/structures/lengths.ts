import { isWritable } from '../../input.ts'
import { Fault, type FieldOptions, type JsonSchema } from '../field-kind.ts'

/** Refuses a list that is too long or too short. The last argument names what it holds, in singular and plural. */
export function lengthFault(
  length: number,
  { min = 0, max }: FieldOptions,
  usualMax: number,
  [one, several]: readonly [one: string, several: string],
): Fault | undefined {
  const counted = (count: number) => `${count} ${count === 1 ? one : several}`
  if (length > (max ?? usualMax)) return new Fault(`must have at most ${counted(max ?? usualMax)}`)
  return length < min ? new Fault(`must have at least ${counted(min)}`) : undefined
}

/** The service itself may fill in any number. */
export const lengthSchema = (options: FieldOptions, usualMax: number): JsonSchema =>
  isWritable({ options })
    ? { ...(options.min !== undefined && { minItems: options.min }), maxItems: options.max ?? usualMax }
    : {}
