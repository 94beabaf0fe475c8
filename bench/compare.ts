// Shows how a change affects speed: sends the same requests to this checkout and to an earlier commit in alternating rounds.
//   npm run bench:compare -- <commit> [read] [list] [search] [create] [order] [--floor 0.95]
// With a floor it fails if the throughput of any request, as a ratio to the earlier commit, is below it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompareOptions, readCompareOptions, rowsBelow, USAGE } from './compare-options.ts'
import { CLIENTS } from './compare-with-baseline.ts'
import { seed } from './data.ts'
import { type Row, toMarkdown } from './report.ts'
import { type RequestKind, requestKinds } from './request-kinds.ts'
import { measureAlternately, ratiosOf } from './rounds.ts'
import { type KontorServer, root, startKontor } from './server-under-test.ts'

const EFFORT = { seconds: 3, rounds: 8 }
const ITEMS = 10_000

const { commit, floor, isSelected } = optionsOrExit()
const kinds = requestKinds.filter(({ title }) => isSelected(title))

const folder = mkdtempSync(join(tmpdir(), 'kontor-compare-'))
const earlierCheckout = join(folder, 'earlier')
try {
  checkOut(commit, earlierCheckout)
  await using current = await startSeeded(root, 'now-data')
  await using earlier = await startSeeded(earlierCheckout, 'earlier-data')
  const rows: Row[] = []
  for (const kind of kinds) rows.push(await compare(kind, current, earlier))
  const columns = ['throughput', 'processor time', 'p50', 'p99']
  console.log(toMarkdown({ title: `Compared with ${commit}`, note: 'The earlier commit is 1.', columns, rows }))
  const slow = rowsBelow(rows, floor)
  for (const row of slow) console.error(`Below the floor of ${floor}: ${row}`)
  if (slow.length > 0) process.exitCode = 1
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', earlierCheckout], { cwd: root })
  rmSync(folder, { recursive: true, force: true })
}

function optionsOrExit(): CompareOptions {
  try {
    return readCompareOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}

/** Each checkout fills its own database, because the schemas may differ. */
async function startSeeded(checkout: string, name: string): Promise<KontorServer> {
  const settings = { KONTOR_DATA: join(folder, name) }
  await seed(settings, ITEMS, checkout)
  return startKontor(settings, checkout)
}

async function compare({ title, prepare }: RequestKind, current: KontorServer, earlier: KontorServer): Promise<Row> {
  console.error(`${title} …`)
  const targets = [
    { server: current, next: await prepare(current), clients: CLIENTS },
    { server: earlier, next: await prepare(earlier), clients: CLIENTS },
  ]
  const [ours, theirs] = await measureAlternately(targets, EFFORT)
  const { rate, cpu, p50, p99 } = ratiosOf(ours!, theirs!)
  return { title, figures: [rate, cpu, p50, p99] }
}

function checkOut(reference: string, target: string): void {
  const args = ['worktree', 'add', '--detach', target, reference]
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
}
