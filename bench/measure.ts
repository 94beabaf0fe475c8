import { measureBackup } from './backup.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { measureCodings, measureCompression } from './compression.ts'
import { measureConcurrentWrites } from './concurrent-writes.ts'
import type { DataStore } from './data.ts'
import { measureEvents } from './events.ts'
import { measureFootprint } from './footprint.ts'
import { measureGrowth } from './growth.ts'
import type { Options, Part } from './options.ts'
import { compareWithPeers } from './peers/compare-with-peers.ts'
import { measurePostgresReads } from './postgres-reads.ts'
import { measurePostgresWrites } from './postgres-writes/postgres-writes.ts'
import type { Section } from './report.ts'
import { requestKinds } from './request-kinds.ts'
import { measureSearch } from './search.ts'
import { launchBaseline, startKontor } from './server-under-test.ts'

const NO_POSTGRES = 'PostgreSQL is not installed, so its parts are skipped.'

/** Runs the selected parts and yields their sections. */
export async function* measure(options: Options, store: DataStore): AsyncGenerator<Section> {
  const { items, sizes, runLength, isSelected } = options
  const includes = (...parts: Part[]) => parts.some((part) => options.parts.includes(part))
  const kinds = requestKinds.filter(({ title }) => isSelected(title))

  if (includes('hello', 'running', 'postgres', 'postgres-writes', 'compression', 'peers')) {
    const settings = await store.copyOf(items)
    await using baseline = await launchBaseline()
    await using kontor = await startKontor(settings)
    if (includes('hello')) yield await compareWithBaseline(kontor, baseline, kinds, runLength)
    if (includes('running')) yield await measureFootprint(kontor, baseline, await store.copyOf(items), runLength)
    if (includes('postgres')) {
      const sections = await measurePostgresReads(kontor, items, sizes, kinds, runLength)
      if (sections) yield* sections
      else console.error(NO_POSTGRES)
    }
    if (includes('postgres-writes')) {
      const sections = await measurePostgresWrites(kontor, items, kinds, runLength)
      if (sections) yield* sections
      else console.error(NO_POSTGRES)
    }
    if (includes('compression')) {
      yield await measureCompression(kontor, runLength)
      yield await measureCodings(kontor, runLength)
    }
    if (includes('peers')) yield await compareWithPeers(kontor, items, store.folder, runLength, isSelected)
  }
  if (includes('events')) {
    await using kontor = await startKontor(await store.copyOf(items))
    yield await measureEvents(kontor, runLength)
  }
  if (includes('backup')) yield await measureBackup(store, items, runLength)
  if (includes('writing')) yield await measureConcurrentWrites(await store.copyOf(items), runLength)
  if (includes('growth')) yield await measureGrowth(store, sizes, runLength)
  if (includes('search')) yield await measureSearch(store, sizes, runLength)
}
