import { parseArgs } from 'node:util'
import type { RunLength } from './rounds.ts'

export const PARTS = [
  'hello',
  'writing',
  'running',
  'growth',
  'postgres',
  'postgres-writes',
  'compression',
  'search',
  'events',
  'backup',
  'peers',
] as const
export type Part = (typeof PARTS)[number]
/** The other parts take long or install packages, and run only when they are named. */
const DEFAULT_PARTS: readonly Part[] = ['hello', 'writing', 'running', 'growth', 'postgres', 'postgres-writes']

export const HELP = `npm run bench [-- <part or word> …] [options]

Generates databases, starts Kontor and a bare web server, sends both the same requests in alternating rounds, and prints
ratios. By default it runs all parts but compression, search, events, backup and peers, which takes some twenty
minutes.

  hello            each kind of request, compared with a bare web server
  writing          how concurrent writes affect each other and concurrent reads
  running          memory and start time
  growth           the same requests at 10,000 and 100,000 items
  postgres         reads on PostgreSQL (if it is installed), compared with the embedded database, and at the sizes of growth
  postgres-writes  writes on PostgreSQL with one and two nodes and with a slower flush, compared with the embedded database:
                   throughput, times, round trips, and wait events of the backends
  compression      lists compressed by gzip, Brotli and zstd, compared with uncompressed ones; and compression alone, with
                   gzip at levels 1 to 3
  events           the change feed, compared with the list of the audit log
  backup           writes with a continuous backup, compared with writes without one
  search           all kinds of search queries, at the sizes of growth
  peers            PocketBase, Directus and Strapi with the same data (installed into the data folder; needs the network;
                   half an hour)

Any other word (read, list, create, order, pocketbase) limits hello, postgres, postgres-writes and peers to rows whose
title contains it. If no part is named, only hello runs.

  --items N      number of items, except for growth (100,000)
  --growth       growth, postgres and search up to a million items; generating them takes some minutes
  --full         up to ten million items: hours, and tens of gigabytes of disk
  --seconds N    length of a round (2)
  --rounds N     number of rounds after the warm-up (5)
  --data FOLDER  keep the generated databases there for the next run
  --write        write the result and its chart into docs/
  --help         print this text
`

export type TitleFilter = (title: string) => boolean

export interface Options {
  readonly parts: readonly Part[]
  /** Whether the row with this title is measured. */
  readonly isSelected: TitleFilter
  readonly items: number
  readonly sizes: readonly number[]
  readonly runLength: RunLength
  readonly data: string | undefined
  readonly writesReport: boolean
}

const isPart = (word: string): word is Part => (PARTS as readonly string[]).includes(word)

/** Undefined if help is requested. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      items: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      data: { type: 'string' },
      growth: { type: 'boolean' },
      full: { type: 'boolean' },
      peers: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return undefined
  const words = positionals.filter((word) => !isPart(word))
  const named = positionals.filter(isPart)
  const selected = named.length > 0 ? named : words.length > 0 ? (['hello'] as const) : DEFAULT_PARTS
  const parts = [...selected, ...(values.peers ? (['peers'] as const) : [])]
  const largest = values.full ? 10_000_000 : values.growth ? 1_000_000 : 100_000
  return {
    parts: PARTS.filter((part) => parts.includes(part)),
    isSelected: (title) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase())),
    items: positive('items', values.items),
    sizes: [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= largest),
    runLength: { seconds: positive('seconds', values.seconds), rounds: positive('rounds', values.rounds) },
    data: values.data,
    writesReport: values.write ?? false,
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (value > 0) return value
  throw new Error(`--${name} must be a number above 0, not "${text}".`)
}
