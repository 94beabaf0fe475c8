import { parseArgs } from 'node:util'
import type { Effort } from './rounds.ts'

export const PARTS = [
  'hello',
  'writing',
  'running',
  'growth',
  'postgres',
  'postgres-writes',
  'search',
  'peers',
] as const
export type Part = (typeof PARTS)[number]
/** Those that take long, or need something installed, run only when they are asked for. */
const USUAL: readonly Part[] = ['hello', 'writing', 'running', 'growth', 'postgres', 'postgres-writes']

export const HELP = `npm run bench [-- <part or word> …] [options]

Makes up companies, starts Kontor and a bare web server, asks both the same in turns, and prints ratios.
Without a part, all but search and peers are measured; it takes some twenty minutes.

  hello            each kind of request as against a bare web server
  writing          what many writers at once cost each other, and those who read
  running          memory, and the time to start
  growth           the same requests at 10,000 and 100,000 items
  postgres         reads on PostgreSQL as against the embedded database, if it is installed
  postgres-writes  writes on PostgreSQL with one and two nodes and with a slower flush, as against the embedded database:
                   throughput, times, round trips, and what its backends wait for
  search           all ways of searching, at the sizes of growth
  peers            PocketBase, Directus and Strapi on the same data (installed into the data folder; needs the network;
                   half an hour)

A word that is no part (read, list, create, order, pocketbase) limits hello, postgres, postgres-writes and
peers to what has it in its title. Without a part beside it, only hello is measured.

  --items N      how many items there are, except for growth (100,000)
  --growth       growth and search up to a million items; making them up takes some minutes
  --full         up to ten million: hours, and tens of gigabytes of disk
  --seconds N    how long each round takes (2)
  --rounds N     how often each is measured, after once to warm up (5)
  --data FOLDER  keep the made-up companies there for the next time
  --write        write the result into docs/PERFORMANCE.md, with its chart
  --help         this
`

export type Chosen = (title: string) => boolean

export interface Options {
  readonly parts: readonly Part[]
  /** Whether something with this title is to be measured. */
  readonly isChosen: Chosen
  readonly items: number
  readonly sizes: readonly number[]
  readonly effort: Effort
  readonly data: string | undefined
  readonly writes: boolean
}

const isPart = (word: string): word is Part => (PARTS as readonly string[]).includes(word)

/** Undefined where help was asked for. */
export function readOptions(given: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...given],
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
  const measured = named.length > 0 ? named : words.length > 0 ? (['hello'] as const) : USUAL
  const parts = [...measured, ...(values.peers ? (['peers'] as const) : [])]
  const largest = values.full ? 10_000_000 : values.growth ? 1_000_000 : 100_000
  return {
    parts: PARTS.filter((part) => parts.includes(part)),
    isChosen: (title) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase())),
    items: positive('items', values.items),
    sizes: [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= largest),
    effort: { seconds: positive('seconds', values.seconds), rounds: positive('rounds', values.rounds) },
    data: values.data,
    writes: values.write ?? false,
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (value > 0) return value
  throw new Error(`--${name} must be a number above 0, not "${text}".`)
}
