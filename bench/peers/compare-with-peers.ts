import { join } from 'node:path'
import { CLIENTS } from '../compare-with-baseline.ts'
import type { TitleFilter } from '../options.ts'
import type { Row, Section } from '../report.ts'
import { createItem, listItems, type RequestKind, readItem } from '../request-kinds.ts'
import { measureAlternately, type RunLength, ratiosOf } from '../rounds.ts'
import type { KontorServer } from '../server-under-test.ts'
import { articlesOf } from './articles.ts'
import { directus } from './directus.ts'
import { install, type Peer, type PeerRequests } from './peer.ts'
import { pocketbase } from './pocketbase.ts'
import { strapi } from './strapi.ts'

const REQUESTS: readonly (readonly [keyof PeerRequests, RequestKind])[] = [
  ['read', readItem],
  ['list', listItems],
  ['create', createItem],
]

interface Task {
  readonly peer: Peer
  readonly items: number
  readonly folder: string
  readonly runLength: RunLength
  readonly isSelected: TitleFilter
}

/** Compares Kontor with other servers that store the same items. A peer that cannot be installed is skipped. */
export async function compareWithPeers(
  kontor: KontorServer,
  items: number,
  dataFolder: string,
  runLength: RunLength,
  isSelected: TitleFilter,
): Promise<Section> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const peer of [pocketbase, directus, strapi]) {
    const folder = join(dataFolder, `peer-${peer.name.split(' ')[0]}`)
    try {
      const measured = await compareWith(kontor, { peer, items, folder, runLength, isSelected })
      rows.push(...measured)
      if (peer.note && measured.length > 0) notes.push(` ${peer.note}`)
    } catch (error) {
      console.error(`${peer.name} is skipped: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  return {
    title: 'Compared with peers',
    note: `Kontor as a multiple of the peer, with ${CLIENTS} clients; higher is better for Kontor. The peers have features that Kontor lacks, and vice versa.${notes.join('')}`,
    columns: ['throughput', 'per processor time'],
    rows,
  }
}

async function compareWith(kontor: KontorServer, { peer, items, folder, runLength, isSelected }: Task): Promise<Row[]> {
  const titleOf = ({ title }: RequestKind) => `${peer.name}: ${title}`
  const selected = REQUESTS.filter(([, kind]) => isSelected(titleOf(kind)))
  if (selected.length === 0) return []
  console.error(`Installing ${peer.name} into ${folder} …`)
  const fault = install(peer, folder)
  if (fault) throw new Error(fault)
  await using peerServer = await peer.start(folder, articlesOf(items))
  const rows: Row[] = []
  for (const [name, kind] of selected) {
    console.error(`${kind.title}, ${peer.name} …`)
    const targets = [
      { server: kontor, next: await kind.prepare(kontor), clients: CLIENTS },
      { server: peerServer, next: peerServer.requests[name], clients: CLIENTS },
    ]
    const [ours, theirs] = await measureAlternately(targets, runLength)
    const { rate, cpu } = ratiosOf(ours!, theirs!)
    rows.push({ title: titleOf(kind), figures: [rate, 1 / cpu] })
  }
  return rows
}
