import { join } from 'node:path'
import { CLIENTS } from '../against-hello.ts'
import type { KontorContender } from '../contender.ts'
import type { Row, Section } from '../report.ts'
import { type Effort, inTurns, ratiosOf } from '../rounds.ts'
import { createItem, listItems, readItem } from '../stories.ts'
import { articlesOf } from './articles.ts'
import { directus } from './directus.ts'
import { type Asked, install, type Peer } from './peer.ts'
import { strapi } from './strapi.ts'

const STORIES: { readonly [K in keyof Asked]: typeof readItem } = {
  read: readItem,
  list: listItems,
  create: createItem,
}

/** Others who keep records and serve them, on the same items. Whoever cannot be installed here is left out. */
export async function againstPeers(
  kontor: KontorContender,
  items: number,
  folder: string,
  effort: Effort,
): Promise<Section> {
  const rows: Row[] = []
  for (const peer of [directus, strapi]) {
    try {
      rows.push(...(await against(peer, kontor, items, join(folder, `peer-${peer.name.split(' ')[0]}`), effort)))
    } catch (error) {
      console.error(`${peer.name} is left out: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  return {
    title: 'Against others',
    note: `How many times as much Kontor does, asked by ${CLIENTS} clients. They have features that Kontor has not, and the other way round.`,
    columns: ['throughput', 'per processor time'],
    rows,
  }
}

async function against(peer: Peer, kontor: KontorContender, items: number, folder: string, effort: Effort) {
  console.error(`Installing ${peer.name} into ${folder} …`)
  const fault = install(peer, folder)
  if (fault) throw new Error(fault)
  await using other = await peer.start(folder, articlesOf(items))
  const rows: Row[] = []
  for (const [name, { title, prepare }] of Object.entries(STORIES)) {
    console.error(`${title}, by ${peer.name} …`)
    const sides = [
      { contender: kontor, next: await prepare(kontor), clients: CLIENTS },
      { contender: other, next: other.asked[name as keyof Asked], clients: CLIENTS },
    ]
    const [ours, theirs] = await inTurns(sides, effort)
    const { rate, cpu } = ratiosOf(ours!, theirs!)
    rows.push({ title: `${peer.name}: ${title}`, figures: [rate, 1 / cpu] })
  }
  return rows
}
