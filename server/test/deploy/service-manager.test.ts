import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'

describe('A server that systemd has started', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-service-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const log = join(folder, 'messages')
  mkdirSync(join(folder, 'bin'))
  const program = join(folder, 'bin/systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $@" >> ${log}\n`)
  chmodSync(program, 0o755)
  const environment = (workers: string) => ({
    KONTOR_DATA: join(folder, 'data'),
    KONTOR_WORKERS: workers,
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    NOTIFY_SOCKET: '/run/systemd/notify',
  })
  const messages = () => readFileSync(log, 'utf8').trimEnd().split('\n')

  for (const workers of ['1', '2'])
    test(`says once that it is ready, then regularly that it responds, with ${workers} worker(s)`, async () => {
      writeFileSync(log, '')
      await using server = await startKontor({ ...environment(workers), WATCHDOG_USEC: '300000' })
      await eventually(async () => messages().length > 3 || undefined)
      const told = messages()
      assert.equal(told.filter((message) => message === '/run/systemd/notify READY=1').length, 1)
      assert.equal(told.filter((message) => message === '/run/systemd/notify WATCHDOG=1').length, told.length - 1)
      assert.equal((await server.stop()).code, 0)
    })
})
