import { againstHello } from './against-hello.ts'
import { launchHello, startKontor } from './contender.ts'
import type { DataStore } from './data.ts'
import { footprint } from './footprint.ts'
import { growth } from './growth.ts'
import { onPostgres } from './on-postgres.ts'
import type { Options, Part } from './options.ts'
import { againstPeers } from './peers/against-peers.ts'
import { postgresWrites } from './postgres-writes/postgres-writes.ts'
import type { Section } from './report.ts'
import { searching } from './searching.ts'
import { stories } from './stories.ts'
import { writing } from './writing.ts'

const NO_POSTGRES = 'PostgreSQL is not installed, so nothing is measured on it.'

/** Everything that was asked for, section by section. */
export async function* measure(options: Options, store: DataStore): AsyncGenerator<Section> {
  const { items, sizes, effort, isChosen } = options
  const wanted = (...parts: Part[]) => parts.some((part) => options.parts.includes(part))
  const chosen = stories.filter(({ title }) => isChosen(title))

  if (wanted('hello', 'running', 'postgres', 'postgres-writes', 'peers')) {
    const settings = await store.copyOf(items)
    await using hello = await launchHello()
    await using kontor = await startKontor(settings)
    if (wanted('hello')) yield await againstHello(kontor, hello, chosen, effort)
    if (wanted('running')) yield await footprint(kontor, hello, await store.copyOf(items), effort)
    if (wanted('postgres')) {
      const section = await onPostgres(kontor, items, chosen, effort)
      if (section) yield section
      else console.error(NO_POSTGRES)
    }
    if (wanted('postgres-writes')) {
      const sections = await postgresWrites(kontor, items, chosen, effort)
      if (sections) yield* sections
      else console.error(NO_POSTGRES)
    }
    if (wanted('peers')) yield await againstPeers(kontor, items, store.folder, effort, isChosen)
  }
  if (wanted('writing')) yield await writing(await store.copyOf(items), effort)
  if (wanted('growth')) yield await growth(store, sizes, effort)
  if (wanted('search')) yield await searching(store, sizes, effort)
}
