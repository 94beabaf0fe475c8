// How a change acts on speed: the same requests to this checkout and to an earlier commit, in turns, in one run.
//   npm run bench:compare -- <commit> [read] [list] [search] [create] [order]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLIENTS } from './against-hello.ts'
import { type KontorContender, root, startKontor } from './contender.ts'
import { seed } from './data.ts'
import { printed, type Row } from './report.ts'
import { inTurns, ratiosOf } from './rounds.ts'
import { type Story, stories } from './stories.ts'

const EFFORT = { seconds: 3, rounds: 8 }
const ITEMS = 10_000

const [commit, ...words] = process.argv.slice(2)
if (!commit) {
  console.error('Say which commit to compare with: npm run bench:compare -- <commit> [a word of a request …]')
  process.exit(2)
}
const chosen = stories.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)))

const folder = mkdtempSync(join(tmpdir(), 'kontor-compare-'))
const earlier = join(folder, 'earlier')
try {
  checkOut(commit, earlier)
  await using now = await seeded(root, 'now-data')
  await using then = await seeded(earlier, 'earlier-data')
  const rows: Row[] = []
  for (const story of chosen) rows.push(await compared(story, now, then))
  const columns = ['throughput', 'processor time', 'p50', 'p99']
  console.log(printed({ title: `Now as against ${commit}`, note: 'The earlier one is 1.', columns, rows }))
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', earlier], { cwd: root })
  rmSync(folder, { recursive: true, force: true })
}

/** Each fills its own database, as it knows how. */
async function seeded(checkout: string, name: string): Promise<KontorContender> {
  const settings = { KONTOR_DATA: join(folder, name) }
  await seed(settings, ITEMS, checkout)
  return startKontor(settings, checkout)
}

async function compared({ title, prepare }: Story, now: KontorContender, then: KontorContender): Promise<Row> {
  console.error(`${title} …`)
  const sides = [
    { contender: now, next: await prepare(now), clients: CLIENTS },
    { contender: then, next: await prepare(then), clients: CLIENTS },
  ]
  const [fresh, old] = await inTurns(sides, EFFORT)
  const { rate, cpu, p50, p99 } = ratiosOf(fresh!, old!)
  return { title, figures: [rate, cpu, p50, p99] }
}

function checkOut(reference: string, target: string): void {
  const words = ['worktree', 'add', '--detach', target, reference]
  const { status, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
}
