import assert from 'node:assert/strict'
import { demoData } from '../../src/app/demo-data.ts'
import type { Entry } from '../../src/core/rules.ts'
import type { Fields } from '../../src/model/fields.ts'
import { isWritable } from '../../src/model/input.ts'
import { exampleId } from '../../src/model/text.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { registryOf } from '../../src/resources/registry.ts'
import type { OneOf, RecordOf } from './fixture.ts'
import { fixtureOf, fixturePath, fixtures } from './fixtures.ts'
import type { Kontor } from './kontor.ts'
import { create, read } from './records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** Everything that the product consists of, with what can be done to it. */
export const entries: readonly Entry[] = registryOf(catalog, [demoData(async () => undefined)])
const having = (action: string) =>
  entries.filter(({ actions }) => actions.some(({ name }) => name === action)).map(({ resource }) => resource)
/** Resources that have a list, and those whose records a client creates. */
export const listed = having('list')
export const created = having('create')

/** A change that every record bears, whatever its state. The entries of the stock ledger bear none. */
export const changes: { readonly [resource: string]: Readonly<Record<string, string>> } = Object.fromEntries(
  [...fixtures].flatMap(([name, { change }]) => (change ? [[name, change]] : [])),
)
/** Resources whose records are created, changed and deleted like any other. */
export const changeable = created.filter(({ name }) => name in changes)

/** A business in which something of everything has happened: whatever a body refers to is there, and enough of it. */
export interface World {
  /** One record of each resource. */
  readonly records: { readonly [resource: string]: AnyRecord }
  /** A body that creates one more, with whatever else is to be in it. */
  bodyOf(resource: string, more?: object): object
  /** The address of the record: `/items/itm_…`, but `/settings`. */
  addressOf(resource: string): string
  /** With the ids of these records wherever an id was made up for an example. */
  withRealIds<T>(example: T): T
}

export async function createWorld(kontor: Kontor): Promise<World> {
  const one = creating(kontor)
  for (const { name } of created) await one(name)
  const records: Record<string, AnyRecord> = {}
  // As they are after everything has happened.
  for (const { name } of catalog) records[name] = await read(kontor, addressOf(name, await one(name)))
  return worldOf(records)
}

/** Creates the record of a resource when it is first asked for, after the records that its body may refer to. */
export function creating(kontor: Kontor): OneOf {
  const begun = new Map<string, Promise<AnyRecord>>()
  const made: Record<string, AnyRecord> = {}
  const one: OneOf = async (name) => {
    if (!begun.has(name)) begun.set(name, make(name))
    return begun.get(name)
  }
  async function make(name: string): Promise<AnyRecord> {
    const { body, begin } = fixtureOf(name)
    if (begin) made[name] = await begin(kontor, one)
    else if (body) {
      for (const target of targetsOf(name)) if (!begun.has(target)) await one(target)
      made[name] = await create(
        kontor,
        `/${name}`,
        body((resource) => made[resource]),
      )
    }
    return made[name]
  }
  return one
}

const SAMPLES_MIN = 3

/** Creates the samples of a fixture. */
export async function createSamples(kontor: Kontor, name: string, one = creating(kontor)): Promise<void> {
  const known: Record<string, AnyRecord> = {}
  for (const target of targetsOf(name)) known[target] = await one(target)
  const bodies = fixtureOf(name).samples!((resource) => known[resource])
  const different = new Set(bodies.map((body) => JSON.stringify(body))).size
  assert.ok(different >= SAMPLES_MIN, `${fixturePath(name)} has ${different} samples; ${SAMPLES_MIN} are the least`)
  for (const body of bodies) await create(kontor, `/${name}`, body)
}

/** The resources whose records a client may name in a body of this one. */
const targetsOf = (name: string): string[] => targetsIn(catalog.find((resource) => resource.name === name)!.fields)

const targetsIn = (fields: Fields): string[] =>
  Object.values(fields)
    .filter(isWritable)
    .flatMap(({ options: { target, fields: parts } }) => [
      ...(target && fixtures.has(target) ? [target] : []),
      ...targetsIn(parts ?? {}),
    ])

const addressOf = (resource: string, record: AnyRecord): string =>
  fixtureOf(resource).body ? `/${resource}/${record.id}` : `/${resource}`

function worldOf(records: World['records']): World {
  const of: RecordOf = (resource) => records[resource]
  const madeUp = new Map([
    ...catalog.map(({ name, idPrefix }): [string, string] => [exampleId(idPrefix), of(name).id]),
    [exampleId('lin'), of('sales-orders').items[0].id],
  ])
  return {
    records,
    bodyOf: (resource, more = {}) => ({ ...fixtureOf(resource).body!(of), ...more }),
    addressOf: (resource) => addressOf(resource, of(resource)),
    withRealIds: (example) =>
      JSON.parse(JSON.stringify(example), (_key, value) =>
        typeof value === 'string' ? (madeUp.get(value) ?? value) : value,
      ),
  }
}
