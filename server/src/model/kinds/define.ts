import { isWritable } from '../input.ts'
import { type Message, msg } from '../message.ts'
import { Fault, type FieldKind, type FieldOptions, type JsonSchema, type ScalarKind } from './field-kind.ts'

type Definition<K, Needed extends keyof K> = Pick<K, Needed> & Partial<K>
type ScalarDefinition<T> = Definition<ScalarKind<T>, 'name' | 'storage' | 'accept' | 'schema' | 'example'>
type StructureDefinition<T> = Definition<FieldKind<T>, 'name' | 'structure' | 'accept' | 'schema' | 'example'>

const asIs = (text: string): unknown => text

/** A kind of plain values, with what most of them have in common where the definition does not say otherwise. */
export function scalarKind<T>(own: ScalarDefinition<T>): ScalarKind<T> {
  const { accept, schema, fromText = asIs, toCell = (value: T): unknown => value } = own
  return {
    name: own.name,
    structure: 'value',
    storage: own.storage,
    bounds: own.bounds ?? {},
    isKey: own.isKey ?? false,
    isText: own.isText ?? false,
    accept,
    fromText,
    fromCell: own.fromCell ?? fromText,
    toCell,
    toSheet: own.toSheet ?? toCell,
    schema,
    example: own.example,
    filterValue: own.filterValue ?? filterReader(fromText, accept),
    filterSchema: own.filterSchema ?? ((): JsonSchema => schema({})),
  }
}

/** A kind of values that are made of others. Inside a list it is stored as JSON. */
export const structuredKind = <T>(own: StructureDefinition<T>): FieldKind<T> => ({
  name: own.name,
  structure: own.structure,
  storage: 'json',
  bounds: own.bounds ?? {},
  isKey: false,
  isText: false,
  accept: own.accept,
  fromText: own.fromText ?? asIs,
  fromCell: own.fromCell ?? asIs,
  toCell: own.toCell ?? ((value) => value),
  toSheet: own.toSheet ?? own.toCell ?? ((value) => value),
  schema: own.schema,
  example: own.example,
})

const SHOWN_MAX = 100

/** Reads the value of a filter: whatever a body accepts, without the bounds of the field. */
export function filterReader<T>(
  fromText: ScalarKind<T>['fromText'],
  accept: ScalarKind<T>['accept'],
): ScalarKind<T>['filterValue'] {
  return (text: string, options: FieldOptions) => {
    const { min: _min, max: _max, ...unbounded } = options
    const value = fromText(text, options)
    if (value !== undefined) return accept(value, unbounded)
    const refused = accept(text, unbounded)
    return refused instanceof Fault ? new Fault(msg`${refused.message}, not "${text.slice(0, SHOWN_MAX)}"`) : refused
  }
}

/** A number of what a list holds: "1 line", "2 lines". */
export type Counted = (count: number) => Message

/** Refuses a list that is too long or too short. */
export function lengthFault(
  length: number,
  { min = 0, max }: FieldOptions,
  usualMax: number,
  counted: Counted,
): Fault | undefined {
  if (length > (max ?? usualMax)) return new Fault(msg`must have at most ${counted(max ?? usualMax)}`)
  return length < min ? new Fault(msg`must have at least ${counted(min)}`) : undefined
}

/** The service itself may fill in any number. */
export const lengthSchema = (options: FieldOptions, usualMax: number): JsonSchema =>
  isWritable({ options })
    ? { ...(options.min !== undefined && { minItems: options.min }), maxItems: options.max ?? usualMax }
    : {}
