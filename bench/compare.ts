// How a change acts on speed: the same requests to this checkout and to an earlier commit, in turns, in one run.
//   npm run bench:compare -- <commit> [read] [list] [create]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KontorContender, startKontor } from './contender.ts'
import { median } from './load.ts'
import { type Measured, measure, type Next, stories } from './stories.ts'

const ROUNDS = 8
const root = join(import.meta.dirname, '..')

const [commit, ...chosen] = process.argv.slice(2)
if (!commit) {
  console.error('Say which commit to compare with: npm run bench:compare -- <commit> [a word of a story …]')
  process.exit(2)
}

const earlier = checkOut(commit)
try {
  await using now = await startKontor('now', root)
  await using then = await startKontor(commit, earlier)
  for (const [title, prepare] of Object.entries(stories)) {
    if (chosen.length === 0 || chosen.some((word) => title.includes(word))) await compare(title, prepare, now, then)
  }
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', earlier], { cwd: root })
  rmSync(earlier, { recursive: true, force: true })
}

async function compare(
  title: string,
  prepare: (contender: KontorContender) => Promise<Next>,
  now: KontorContender,
  then: KontorContender,
): Promise<void> {
  const sides = [
    { contender: now, next: await prepare(now), rounds: [] as Measured[] },
    { contender: then, next: await prepare(then), rounds: [] as Measured[] },
  ]
  for (let round = -1; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const measured = await measure(side.contender, side.next)
      if (round >= 0) side.rounds.push(measured) // the first one only warms up
    }
  }
  const [fresh, old] = sides.map(({ rounds }) => ({
    rate: median(rounds.map(({ rate }) => rate)),
    cpu: median(rounds.map(({ cpu }) => cpu)),
    slow: median(rounds.map(({ slow }) => slow)),
  }))
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  console.log(
    `${title.padEnd(28)} throughput ${ratio(fresh!.rate, old!.rate)}   processor time ${ratio(fresh!.cpu, old!.cpu)}   p99 ${ratio(fresh!.slow, old!.slow)}   (now / ${commit})`,
  )
}

function checkOut(reference: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-earlier-'))
  const { status, stderr } = spawnSync('git', ['worktree', 'add', '--detach', folder, reference], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
