import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { CLIENTS } from './compare-with-baseline.ts'
import type { DataStore } from './data.ts'
import type { Row, Section } from './report.ts'
import { createItem, createOrder, type RequestKind } from './request-kinds.ts'
import { measureAlternately, type RunLength, ratiosOf } from './rounds.ts'
import { type KontorServer, PASSWORD, startKontor } from './server-under-test.ts'

/** What the continuous backup to a folder costs writes: two servers with the same data, one with it and one without. */
export async function measureBackup(store: DataStore, items: number, runLength: RunLength): Promise<Section> {
  const [plain, shipped] = [await store.copyOf(items), await store.copyOf(items)]
  const target = join(shipped.KONTOR_DATA, 'target')
  mkdirSync(target)
  await using without = await startKontor(plain)
  await using shipping = await startKontor({
    ...shipped,
    KONTOR_BACKUP_URL: pathToFileURL(target).href,
    KONTOR_BACKUP_PASSPHRASE: PASSWORD,
  })
  await waitForSnapshot(target)
  const rows: Row[] = []
  for (const kind of [createItem, createOrder])
    for (const clients of [1, CLIENTS]) rows.push(await rowOf(kind, clients, shipping, without, runLength))
  return {
    title: 'Writes with a continuous backup',
    note: 'Changes are shipped to a folder on the same disk every 5 seconds. The server without a backup is 1.',
    columns: ['throughput (higher is better)', 'processor time per write (lower is better)'],
    rows,
  }
}

/** It is taken once a day, so it does not belong to the cost of a write. */
async function waitForSnapshot(target: string): Promise<void> {
  while (globSync('*/*.snapshot.json', { cwd: target }).length === 0) await sleep(100)
}

async function rowOf(
  { title, prepare }: RequestKind,
  clients: number,
  shipping: KontorServer,
  without: KontorServer,
  runLength: RunLength,
): Promise<Row> {
  const [ours, theirs] = await measureAlternately(
    [
      { server: shipping, next: await prepare(shipping), clients },
      { server: without, next: await prepare(without), clients },
    ],
    runLength,
  )
  const { rate, cpu } = ratiosOf(ours!, theirs!)
  return { title: `${title}, ${clients === 1 ? '1 client' : `${clients} clients`}`, figures: [rate, cpu] }
}
