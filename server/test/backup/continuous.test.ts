import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAuditKeys } from '../../src/app/secrets/secrets.ts'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { restoreSecrets } from '../../src/db/backup/restore-secrets.ts'
import { archiveOf, openEngine, rebuildEmbedded } from '../../src/db/open.ts'
import { verify } from '../../src/verify/verify.ts'
import { assertRefused, type Environment, kontor } from '../commands/command-line.ts'
import { ADMIN } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'
import { type S3Server, startS3 } from '../support/s3-server.ts'

const KILLS = 3
const WRITERS = 8
const WRITTEN_PER_RUN = 150
const MOMENTS = 20
const URL_OF_BACKUP = 's3://bucket/some/company'

interface Acknowledged {
  readonly itemCode: string
  readonly sent: number
  readonly at: number
}

async function signIn({ origin }: ServerProcess): Promise<(itemCode: string) => Promise<number>> {
  const post = (path: string, body: object, token = '') =>
    fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const { data } = (await (await post('/auth/login', ADMIN)).json()) as { data: { token: string } }
  return async (itemCode) => (await post('/items', { itemCode, itemName: `Item ${itemCode}` }, data.token)).status
}

/** Several clients create items; ends when enough are acknowledged, or the server is gone. */
async function load(
  server: ServerProcess,
  run: string,
  acknowledged: Acknowledged[],
  onEnough: () => Promise<unknown>,
) {
  const create = await signIn(server)
  const target = acknowledged.length + WRITTEN_PER_RUN
  let ending: Promise<unknown> | undefined
  const writer = async (_: unknown, number: number) => {
    for (let count = 0; !ending; count++) {
      const itemCode = `${run}-${number}-${count}`
      const sent = Date.now()
      const status = await create(itemCode).catch(() => undefined)
      if (status === undefined) return
      assert.equal(status, 201)
      acknowledged.push({ itemCode, sent, at: Date.now() })
      if (acknowledged.length >= target) ending ??= onEnough()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  await ending
}

async function untilBackup(server: ServerProcess, isWanted: (backup: string) => boolean): Promise<void> {
  for (;;) {
    const { backup } = (await (await fetch(`${server.origin}/readyz`)).json()) as { backup: string }
    if (isWanted(backup)) return
    await sleep(100)
  }
}

describe('the continuous backup of a server that is killed under load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-continuous-'))
  const acknowledged: Acknowledged[] = []
  let s3: S3Server
  let environment: Environment
  before(async () => {
    s3 = await startS3()
    environment = {
      ...s3.environment,
      KONTOR_DATA: join(folder, 'data'),
      KONTOR_BACKUP_PASSPHRASE: 'correct horse battery',
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      KONTOR_PLAN: 'custom:1000000/unlimited',
      KONTOR_LOG_LEVEL: 'warn',
    }
  })
  after(async () => {
    await s3[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
  const start = () => startKontor({ ...environment, KONTOR_BACKUP_URL: URL_OF_BACKUP, KONTOR_BACKUP_SECONDS: '1' })
  const elsewhere = (name: string): Environment => ({ ...environment, KONTOR_DATA: join(folder, name) })
  const codesIn = ({ KONTOR_DATA }: Environment) => {
    using database = new DatabaseSync(join(KONTOR_DATA!, 'kontor.db'), { readOnly: true })
    const rows = database.prepare('select "itemCode" from "items"').all()
    return new Set(rows.map(({ itemCode }) => itemCode as string))
  }
  function assertExact(codes: ReadonlySet<string>, moment: number): void {
    const missing = acknowledged.filter(({ itemCode, at }) => at <= moment && !codes.has(itemCode))
    const surplus = acknowledged.filter(({ itemCode, sent }) => sent > moment && codes.has(itemCode))
    assert.deepEqual([missing, surplus], [[], []], new Date(moment).toISOString())
  }

  test('the server accepts writes while the target is down, tells it, and ships on when the target is back', async () => {
    await using server = await start()
    await untilBackup(
      server,
      (backup) => backup === 'ok' && [...s3.objects.keys()].some((key) => key.endsWith('.snapshot.json')),
    )
    s3.failure = 503
    await load(server, 'down', acknowledged, async () => {})
    await untilBackup(server, (backup) => backup.endsWith('The log names the reason.'))
    s3.failure = undefined
    await untilBackup(server, (backup) => backup === 'ok')
    assert.match(await (await fetch(`${server.origin}/metrics`)).text(), /^kontor_backup_shipped_bytes_total [1-9]/m)
    assert.match((await server.stop('SIGKILL')).output, /answered with 503 \(SlowDown: Refused\)/)
  })

  test(`after ${KILLS} kills and a stop, every moment since the first snapshot can be restored`, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await using server = await start()
      await load(server, `kill${kill}`, acknowledged, () => server.stop('SIGKILL'))
    }
    await using server = await start()
    await load(server, 'last', acknowledged, async () => {})
    assert.equal((await server.stop('SIGTERM')).code, 0)
    const { code, output, complaint } = await kontor(environment, 'backups', '--from', URL_OF_BACKUP, '--json')
    assert.equal(code, 0, complaint)
    const { ranges, ageSeconds } = JSON.parse(output)
    assert.equal(ranges.length, 1, output)
    assert.ok(Date.parse(ranges[0].to) >= acknowledged.at(-1)!.sent && ageSeconds < 300, output)
  })

  test(`${MOMENTS} restored moments pass verify and hold exactly what was acknowledged`, async () => {
    const first = acknowledged[0]!.at
    const span = acknowledged.at(-1)!.at - first
    for (let count = 0; count < MOMENTS; count++) {
      const moment = first + Math.floor(Math.random() * span)
      const config = readConfig(elsewhere(`moment-${count}`))
      const file = join(folder, 'rebuilt')
      const { secrets } = await rebuildEmbedded(backupSettings(config, URL_OF_BACKUP), moment, file)
      await (await archiveOf(undefined, config.dataFolder)).restore(file)
      await restoreSecrets(config.dataFolder, secrets)
      const engine = await openEngine(undefined, config.dataFolder)
      const verdicts = await verify(engine, {}, await openAuditKeys(config, engine)).finally(() => engine.close())
      assert.deepEqual(
        verdicts.filter(({ violations }) => violations > 0),
        [],
      )
      assertExact(codesIn(elsewhere(`moment-${count}`)), moment)
    }
  })

  test('kontor restore --from --at restores a moment with its secret, and the server starts', async () => {
    const moment = acknowledged[Math.floor(acknowledged.length / 2)]!.at
    const restored = elsewhere('command')
    const words = ['restore', '--from', URL_OF_BACKUP, '--at', new Date(moment).toISOString()]
    const { code, output, complaint } = await kontor(restored, ...words)
    assert.equal(code, 0, complaint)
    assert.match(
      output,
      /^Restored from s3:\/\/bucket\/some\/company\. The last change in it was committed at \S+Z\.\n$/,
    )
    assertExact(codesIn(restored), moment)
    assertRefused(await kontor(restored, ...words), 1, /holds data already\. With --force/)
    await using server = await startKontor(restored)
    assert.equal(await (await signIn(server))('AFTER-RESTORE'), 201)
    assertRefused(await kontor(restored, ...words, '--force'), 1, /is in use\. Stop/)
  })

  test('kontor drill restore tells that the newest state can be restored', async () => {
    const { code, output, complaint } = await kontor(elsewhere('unused'), 'drill', 'restore', URL_OF_BACKUP)
    assert.equal(code, 0, complaint)
    assert.match(output, /No inconsistencies found\.\n$/)
  })

  test('a wrong passphrase, a moment before the backup and a backup that is not there are refused', async () => {
    const wrong = { ...elsewhere('refused'), KONTOR_BACKUP_PASSPHRASE: 'another passphrase' }
    const restore = (settings: Environment, ...words: string[]) => kontor(settings, 'restore', ...words)
    assertRefused(await restore(wrong, '--from', URL_OF_BACKUP), 1, /^KONTOR_BACKUP_PASSPHRASE is not the passphrase/)
    const early = await restore(elsewhere('refused'), '--from', URL_OF_BACKUP, '--at', '2020-01-01T00:00Z')
    assertRefused(early, 1, /^The earliest moment that can be restored is 20\d\d-/)
    assertRefused(await restore(wrong, '--from', 's3://bucket/other'), 1, /^There is no backup at s3:\/\/bucket\/other/)
  })

  test('a damaged and a missing segment are told with the latest moment that can be restored', async () => {
    const segments = [...s3.objects.keys()].filter((key) => key.endsWith('.wal')).sort()
    const key = segments.at(-2)!
    const whole = s3.objects.get(key)!
    const damages: [Buffer | undefined, RegExp][] = [
      [
        Buffer.from(whole).fill(0, 100, 101),
        /wal is damaged\. The latest moment before that can be restored: --at (\S+)\n$/,
      ],
      [undefined, /segment \d+ is missing\. The latest moment before that can be restored: --at (\S+)\n$/],
    ]
    for (const [bytes, reason] of damages) {
      if (bytes) s3.objects.set(key, bytes)
      else s3.objects.delete(key)
      const refused = await kontor(elsewhere('damaged'), 'restore', '--from', URL_OF_BACKUP)
      assertRefused(refused, 1, reason)
      const [, moment] = /--at (\S+)\n$/.exec(refused.complaint)!
      const { code, complaint } = await kontor(
        elsewhere(`up-to-${Number(Boolean(bytes))}`),
        ...['restore', '--from', URL_OF_BACKUP, '--at', moment!],
      )
      assert.equal(code, 0, complaint)
    }
    s3.objects.set(key, whole)
  })
})
