import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { drills } from '../catalog.ts'
import type { Database, Drill } from '../framework/drill.ts'

const PROGRAM = join(import.meta.dirname, '../drill.ts')
const SEED = '7'

/** Rounds and sizes with which a drill takes some seconds; one round of its own size if it is not listed. */
const SMALL: Readonly<Record<string, readonly string[]>> = {
  kill: ['--rounds', '2'],
  crowd: ['--rounds', '1', '--size', '1000'],
  malformed: ['--rounds', '1', '--size', '300'],
  simulate: ['--rounds', '1', '--size', '100'],
}
/** Their faults do not reach a database of its own: in the run of all tests, the embedded one is enough. */
const EMBEDDED = ['clock', 'crowd', 'malformed', 'soak']
const isRunOn = ({ name, databases: some }: Drill, database: Database) =>
  some.includes(database) && (database === 'sqlite' || !EMBEDDED.includes(name))
const smallest = ({ name }: Drill) => SMALL[name] ?? ['--rounds', '1']

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

function drill(...words: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output, errors })))
}

const databases: readonly Database[] = process.env.KONTOR_TEST_POSTGRES ? ['sqlite', 'postgres'] : ['sqlite']

for (const database of databases)
  describe(`Drills on ${database}`, () => {
    for (const one of drills.filter((any) => isRunOn(any, database)))
      test(`the drill ${one.name} finds nothing lost, and tells its counts`, {
        skip: one.missing?.() ?? false,
      }, async () => {
        const more = database === 'postgres' ? ['--postgres'] : []
        const { code, output, errors } = await drill(one.name, ...smallest(one), '--seed', SEED, '--json', ...more)
        assert.equal(code, 0, output + errors)
        const summary = JSON.parse(output)
        assert.partialDeepStrictEqual(summary, { drill: one.name, database, seed: Number(SEED), violations: [] })
        const { acknowledged, requests, schedules } = summary.facts
        assert.ok((acknowledged ?? requests ?? schedules) > 0, output)
      })
  })

describe('The command of the drills', () => {
  test('lists the drills with --help, and without a word', async () => {
    const [help, none] = await Promise.all([drill('--help'), drill()])
    assert.equal(help.code, 0)
    for (const { name, summary } of drills)
      assert.ok(help.output.includes(`  ${name} `) && help.output.includes(summary))
    assert.deepEqual(none, help)
  })

  test('refuses unknown names, options and values with its usage (exit code 2)', async () => {
    const wrong = [
      ['unknown'],
      ['kill', '--times', '3'],
      ['kill', '--minutes', '0'],
      ['kill', '--rounds', '1.5'],
      ['kill', 'stop'],
    ]
    for (const { code, errors, output } of await Promise.all(wrong.map((words) => drill(...words))))
      assert.deepEqual([code, output, errors.includes('Usage: npm run drill')], [2, '', true], errors)
  })

  test('refuses a drill that the chosen database does not have (exit code 2)', async () => {
    const { code, errors } = await drill('threads', '--postgres')
    assert.equal(code, 2)
    assert.match(errors, /The drill "threads" runs without --postgres\./)
  })
})
