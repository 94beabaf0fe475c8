import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { AppOptions } from '../../src/app/app.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, type KontorOptions, openKontor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { areas } from './cases/all.ts'
import { derivationsFrom } from './derivation.ts'
import { Recorder, type Scene } from './recorder.ts'
import { templatesInSource } from './templates.ts'
import { unreachable } from './unreachable.ts'

const FILE = join(import.meta.dirname, 'inventory.txt')
const START = '2026-03-02T09:00:00Z'
const KIND = databaseKinds[0]!

/** A Kontor that listens, with a clock that stands still. */
async function openStopped(environment: KontorOptions['environment'] = {}): Promise<Kontor> {
  let time = Date.parse(START)
  const options: KontorOptions & Pick<AppOptions, 'clock'> = { environment, clock: () => time }
  const kontor = await openKontor(KIND, options)
  await kontor.app.server.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...kontor,
    now: () => time,
    advance(ms) {
      time += ms
    },
  }
}

describe('The messages of the server', () => {
  const recorder = new Recorder()
  const opened: Kontor[] = []
  const open = async (environment: KontorOptions['environment']) => {
    const kontor = await openStopped(environment)
    opened.push(kontor)
    return kontor
  }

  before(async () => {
    for (const area of areas) {
      const kontor = await open({ KONTOR_METRICS_TOKEN: 'a-token-for-metrics' })
      const { port } = kontor.app.server.server.address() as { port: number }
      const scene: Scene = {
        kontor,
        endpoint: { port },
        open,
        as: async (permissions) => ({
          token: (await signedIn(kontor, await addRole(kontor.engine, permissions))).token,
        }),
        refuses: (...given) => recorder.refuses(...given),
        tells: (given) => recorder.tells(given),
      }
      for (const cases of area) await cases(scene).catch((error) => recorder.faults.push(error))
      while (opened.length > 0) await opened.pop()!.close()
    }
  })
  after(async () => {
    while (opened.length > 0) await opened.pop()!.close()
  })

  test('are those that the cases name', () => {
    if (recorder.faults.length > 0) throw new AggregateError(recorder.faults)
  })

  test('read as in inventory.txt (renew it with KONTOR_TEST_WRITE=1, and read the difference)', () => {
    const printed = recorder.print()
    if (process.env.KONTOR_TEST_WRITE) writeFileSync(FILE, printed)
    assert.equal(printed, readFileSync(FILE, 'utf8'))
  })

  test('are all provoked by a request, apart from those that are listed with a reason', () => {
    const templates = templatesInSource()
    const derive = derivationsFrom(templates.keys())
    const provoked = new Set([...recorder.texts].flatMap((text) => [...derive(text).templates]))
    const missing = [...templates].filter(([template]) => !provoked.has(template) && !unreachable.has(template))
    assert.deepEqual(
      missing.map(([template, file]) => `${file}: ${template}`),
      [],
    )
    const surplus = [...unreachable.keys()].filter((template) => provoked.has(template) || !templates.has(template))
    assert.deepEqual(surplus, [], 'what is listed as unreachable exists, and is unreachable')
  })
})
