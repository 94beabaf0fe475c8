import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '../../src/resources/catalog.ts'
import type { Fixture } from './fixture.ts'

export const fixturePath = (resource: string) => `server/test/fixtures/${resource}.fixture.ts`

/** The fixtures of the product, in the order of its catalog. A resource without one fails `fixtures.test.ts`. */
export const fixtures: ReadonlyMap<string, Fixture> = new Map(
  await Promise.all(catalog.map(load)).then((all) => all.flat()),
)

async function load({ name }: { readonly name: string }): Promise<(readonly [string, Fixture])[]> {
  const path = join(import.meta.dirname, '../../..', fixturePath(name))
  if (!existsSync(path)) return []
  const { fixture } = (await import(path)) as { readonly fixture: Fixture }
  return [[name, fixture]]
}

export function fixtureOf(resource: string): Fixture {
  const fixture = fixtures.get(resource)
  if (!fixture) throw new Error(`${resource} has no fixture: write ${fixturePath(resource)}.`)
  return fixture
}

/** The resources that the business works with, whose records clients create and import. */
export const businessNames: readonly string[] = [...fixtures]
  .filter(([, { body, isPersonal }]) => body && !isPersonal)
  .map(([name]) => name)
