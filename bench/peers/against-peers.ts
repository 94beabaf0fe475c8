import { join } from 'node:path'
import { CLIENTS } from '../against-hello.ts'
import type { KontorContender } from '../contender.ts'
import type { Chosen } from '../options.ts'
import type { Row, Section } from '../report.ts'
import { type Effort, inTurns, ratiosOf } from '../rounds.ts'
import { createItem, listItems, readItem, type Story } from '../stories.ts'
import { articlesOf } from './articles.ts'
import { directus } from './directus.ts'
import { type Asked, install, type Peer } from './peer.ts'
import { pocketbase } from './pocketbase.ts'
import { strapi } from './strapi.ts'

const STORIES: readonly (readonly [keyof Asked, Story])[] = [
  ['read', readItem],
  ['list', listItems],
  ['create', createItem],
]

interface Task {
  readonly peer: Peer
  readonly items: number
  readonly folder: string
  readonly effort: Effort
  readonly isChosen: Chosen
}

/** Others who keep records and serve them, on the same items. Whoever cannot be installed here is left out. */
export async function againstPeers(
  kontor: KontorContender,
  items: number,
  dataFolder: string,
  effort: Effort,
  isChosen: Chosen,
): Promise<Section> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const peer of [pocketbase, directus, strapi]) {
    const folder = join(dataFolder, `peer-${peer.name.split(' ')[0]}`)
    try {
      const measured = await against(kontor, { peer, items, folder, effort, isChosen })
      rows.push(...measured)
      if (peer.note && measured.length > 0) notes.push(` ${peer.note}`)
    } catch (error) {
      console.error(`${peer.name} is left out: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  return {
    title: 'Against others',
    note: `How many times as much Kontor does, asked by ${CLIENTS} clients. They have features that Kontor has not, and the other way round.${notes.join('')}`,
    columns: ['throughput', 'per processor time'],
    rows,
  }
}

async function against(kontor: KontorContender, { peer, items, folder, effort, isChosen }: Task): Promise<Row[]> {
  const titleOf = ({ title }: Story) => `${peer.name}: ${title}`
  const chosen = STORIES.filter(([, story]) => isChosen(titleOf(story)))
  if (chosen.length === 0) return []
  console.error(`Installing ${peer.name} into ${folder} …`)
  const fault = install(peer, folder)
  if (fault) throw new Error(fault)
  await using other = await peer.start(folder, articlesOf(items))
  const rows: Row[] = []
  for (const [name, story] of chosen) {
    console.error(`${story.title}, by ${peer.name} …`)
    const sides = [
      { contender: kontor, next: await story.prepare(kontor), clients: CLIENTS },
      { contender: other, next: other.asked[name], clients: CLIENTS },
    ]
    const [ours, theirs] = await inTurns(sides, effort)
    const { rate, cpu } = ratiosOf(ours!, theirs!)
    rows.push({ title: titleOf(story), figures: [rate, 1 / cpu] })
  }
  return rows
}
