import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buildShim, shimMissing } from '../../../drills/shim/build.ts'
import { FaultControl } from '../../../drills/shim/control.ts'
import { ADMIN } from '../support/kontor.ts'
import { runKontor, startKontor } from '../support/process.ts'

const ONE_LINE = /^(The database at \S+ cannot be (opened|used)|\S+secret\.key cannot be read): .+\.\n$/

describe('A server whose disk fails', { skip: shimMissing() ?? false }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kontor-disk-')))
  const KONTOR_DATA = join(folder, 'data')
  let control: FaultControl
  let environment: Record<string, string> = {}
  before(() => {
    control = new FaultControl(join(folder, 'control'))
    environment = {
      KONTOR_DATA,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      KONTOR_LOG_LEVEL: 'silent',
      LD_PRELOAD: buildShim(folder),
      FAULTS_FOLDER: KONTOR_DATA,
      FAULTS_CONTROL: control.file,
    }
  })
  after(() => {
    control[Symbol.dispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  async function post(origin: string, path: string, body: unknown, token?: string) {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
    const { data, error } = (await response.json()) as any
    return { status: response.status, code: error?.code, data }
  }

  test('answers 503 as long as files cannot be opened, and writes again afterwards', async () => {
    await using server = await startKontor(environment)
    const token = (await post(server.origin, '/auth/login', ADMIN)).data.token
    const create = async (itemCode: string) =>
      (await post(server.origin, '/items', { itemCode, itemName: itemCode }, token)).code
    assert.equal(await create('BEFORE'), undefined)
    control.failAt({ operations: ['sync', 'open'], nth: 1, isLasting: true })
    assert.equal(await create('UNKNOWN'), 'OUTCOME_UNKNOWN')
    assert.equal(await create('REFUSED'), 'UNAVAILABLE')
    assert.equal(await create('REFUSED'), 'UNAVAILABLE')
    const statusOf = async (path: string) =>
      (await fetch(server.origin + path, { headers: { authorization: `Bearer ${token}` } })).status
    assert.equal(await statusOf('/readyz'), 503)
    assert.equal(await statusOf('/readyz?for=reads'), 200)
    assert.equal(await statusOf('/api/v1/items'), 200)
    control.failAt(undefined)
    assert.equal(await create('AFTER'), undefined)
    assert.equal(await create('REFUSED'), undefined)
    assert.equal((await server.stop()).code, 0)
  })

  for (const operation of ['open', 'sync'] as const)
    test(`says in one line that it cannot start if the first ${operation} fails`, async () => {
      control.failAt({ operations: [operation], nth: 1, isLasting: true })
      const { code, said } = await runKontor(['start'], { ...environment, PORT: '0' })
      control.failAt(undefined)
      assert.equal(code, 1)
      assert.match(said, ONE_LINE)
    })

  test('says so too if a later sync fails, when it saves its defaults', async () => {
    let refused = 0
    for (let nth = 4; nth <= 8; nth++) {
      control.failAt({ operations: ['sync'], nth, isLasting: true })
      try {
        await using server = await startKontor(environment)
        await server.stop('SIGKILL')
      } catch (error) {
        refused++
        assert.match(`${(error as Error).message.replace(/^.*?exit code 1: /, '').trim()}\n`, ONE_LINE)
      }
    }
    control.failAt(undefined)
    assert.ok(refused > 0)
  })
})
