import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { scheduledBackups } from '../../src/commands/backup/scheduled-backups.ts'
import { root, textOf, unknownSettings } from './files.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
/** From 0 (nothing is exposed) to 100; systemd calls up to 20 "OK". */
const EXPOSURE_MAX = 20
const HOUR_MS = 3_600_000

const units = globSync('*', { cwd: join(root, 'deploy/systemd') }).toSorted()
const services = units.filter((name) => name.endsWith('.service'))
const valuesOf = (key: string, unit = 'kontor.service') =>
  [...textOf(`systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!)

describe('The unit for systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-unit-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'kontor.service')
  // Kontor is not installed here: another program takes its place.
  for (const name of units) {
    const text = textOf(`systemd/${name}`).replace(/^ExecStart=\/opt\S+/m, `ExecStart=${process.execPath}`)
    writeFileSync(join(folder, name), text)
  }
  const analyze = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    return { status, text: stdout + stderr }
  }
  const skip = !hasSystemd && 'there is no systemd here'

  test('is accepted by systemd-analyze verify, and so are those of the backup and the check', { skip }, () => {
    const { status, text } = analyze('verify', '--man=no', ...units.map((name) => join(folder, name)))
    assert.deepEqual([status, text.split('\n').filter((line) => line.includes('kontor'))], [0, []])
  })

  test(`is exposed to at most ${EXPOSURE_MAX / 10} of 10 by systemd-analyze security`, { skip }, () => {
    const { status, text } = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, '--no-pager', file)
    assert.equal(status, 0, text)
    assert.match(text, /Overall exposure level for kontor\.service: 1\.\d OK/)
  })

  for (const name of services) {
    test(`sets only variables that Kontor or Node reads: ${name}`, () => {
      const names = valuesOf('Environment', name).flatMap((pairs) =>
        pairs.split(' ').map((pair) => pair.split('=')[0]!),
      )
      assert.ok(names.includes('KONTOR_DATA'))
      assert.deepEqual(unknownSettings(names), [])
    })

    test(`keeps data in the folder that it may write to: ${name}`, () => {
      assert.deepEqual([valuesOf('StateDirectory', name), valuesOf('ProtectSystem', name)], [['kontor'], ['strict']])
      const variables = valuesOf('Environment', name).flatMap((pairs) => pairs.split(' '))
      assert.ok(variables.includes('KONTOR_DATA=/var/lib/kontor'))
    })
  }

  test('has a watchdog that the program systemd-notify may answer', () => {
    assert.deepEqual([valuesOf('Type'), valuesOf('NotifyAccess')], [['notify'], ['all']])
    assert.ok(Number(valuesOf('WatchdogSec')[0]) > 0)
  })

  test('of the backup names its files so that "kontor drill restore" finds them', () => {
    const target = join(folder, 'backups')
    mkdirSync(target)
    const [start] = valuesOf('ExecStart', 'kontor-backup.service')
    const [, script] = /^\/bin\/sh -c '(.*)'$/.exec(start!.replaceAll('%%', '%'))!
    const backUp = /\/opt\/\S+ backup (?=\/)/
    assert.match(script!, backUp)
    const words = ['-c', script!.replace(backUp, 'touch ').replace('/var/backups/kontor', target)]
    spawnSync('sh', words, { env: { ...process.env, TZ: 'Asia/Tokyo' } })
    const [{ time } = { time: 0 }] = scheduledBackups(target)
    assert.ok(Math.abs(Date.now() - time) < HOUR_MS)
  })
})
