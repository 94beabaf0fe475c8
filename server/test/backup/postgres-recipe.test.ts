import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.ts'
import { accountToRunAs, binaryFolder } from '../../../scripts/postgres.ts'
import { kontor, withClient } from '../commands/command-line.ts'
import { ADMIN } from '../support/kontor.ts'

const found = binaryFolder()
/** Not every program of the server may have a link on the PATH. */
const binaries = found && dirname(realpathSync(join(found, 'initdb')))

describe('PostgreSQL with a base backup and a WAL archive', {
  skip: !binaries && 'PostgreSQL is not installed',
}, () => {
  const account = accountToRunAs()
  const folder = mkdtempSync(join(tmpdir(), 'kontor-recipe-'))
  chmodSync(folder, 0o777)
  const [data, base, archive] = [join(folder, 'data'), join(folder, 'base'), join(folder, 'wal')] as const
  const run = (program: string, ...words: string[]) =>
    execFileSync(join(binaries!, program), words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...account })
  const stop = () => run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
  after(() => {
    try {
      stop()
    } catch {
      // It has been stopped already.
    }
    rmSync(folder, { recursive: true, force: true })
  })

  test('is restored to a moment as docs/backup.md says, and passes kontor verify', async () => {
    const port = await freePort()
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const environment = {
      DATABASE_URL: url,
      KONTOR_DATA: join(folder, 'kontor'),
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
    }
    const start = () => run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', 'start')
    const ask = async (text: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client.query({ text, rowMode: 'array' }).finally(() => client.end())
    }
    const create = (itemCode: string) =>
      withClient(environment, ADMIN, async ({ call }) => {
        assert.equal((await call('POST', '/items', { itemCode, itemName: 'Item' })).status, 201)
      })

    run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync')
    mkdirSync(archive)
    chmodSync(archive, 0o777)
    const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f.partial && mv ${archive}/%f.partial ${archive}/%f`
    appendFileSync(
      join(data, 'postgresql.conf'),
      [
        `port = ${port}`,
        "listen_addresses = '127.0.0.1'",
        `unix_socket_directories = '${folder}'`,
        'archive_mode = on',
        'archive_timeout = 10',
        `archive_command = '${command}'`,
        '',
      ].join('\n'),
    )
    start()
    await create('BEFORE-BASE')
    run(
      'pg_basebackup',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
      '-D',
      base,
      '-X',
      'none',
      '-c',
      'fast',
    )
    await create('BEFORE-MOMENT')
    const { rows } = await ask('select clock_timestamp()::text')
    await create('AFTER-MOMENT')
    await ask('select pg_switch_wal()')
    stop() // waits until the last file of the log is archived

    renameSync(data, join(folder, 'replaced'))
    cpSync(base, data, { recursive: true, preserveTimestamps: true })
    appendFileSync(
      join(data, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${rows[0]![0]}'`,
        'recovery_target_action = promote',
        '',
      ].join('\n'),
    )
    writeFileSync(join(data, 'recovery.signal'), '')
    chmodSync(data, 0o700)
    if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, data])
    start()
    while ((await ask('select pg_is_in_recovery()')).rows[0]![0]) await sleep(100)
    const { code, output, complaint } = await kontor(environment, 'verify')
    assert.equal(code, 0, output + complaint)
    const codes = (await ask('select "itemCode" from items order by 1')).rows.flat()
    assert.deepEqual(codes, ['BEFORE-BASE', 'BEFORE-MOMENT'])
  })
})
