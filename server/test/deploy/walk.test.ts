// Runs every command of "From nothing to production" in docs/running.md, below a temporary folder instead of /. Programs in the
// folder stubs take the place of those that need root or an account: apt-get, adduser, install, runuser, systemctl.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { freePort } from '../../../scripts/free-port.ts'
import { scheduledBackups } from '../../src/commands/backup/scheduled-backups.ts'
import { root } from './files.ts'

const STUBS = join(import.meta.dirname, 'stubs')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const ABSENT = ['apt-get', 'adduser', ...(has('caddy') ? [] : ['caddy'])]
const MISSING = ['npm', 'curl', 'openssl'].filter((program) => !has(program))
/** What the packages of Debian create. */
const FOLDERS = [
  'tmp',
  'opt',
  'etc/caddy',
  'etc/systemd/system',
  'var/lib/kontor',
  'var/backups',
  'usr/local/bin',
  'bin',
]

function commandsOfWalk(): string {
  const document = readFileSync(join(root, 'docs/running.md'), 'utf8')
  const [, section] = /^## From nothing to production\n(.*?)^## /ms.exec(document)!
  const blocks = [...section!.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)
  assert.ok(blocks.length >= 8)
  return blocks.join('\n')
}

describe('The commands from nothing to production', {
  skip: MISSING.length > 0 && `${MISSING.join(', ')} is not installed`,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-walk-'))
  const inside = (path: string) => join(folder, path)
  for (const path of FOLDERS) mkdirSync(inside(path), { recursive: true })
  for (const name of ['install', 'runuser', 'systemctl']) symlinkSync(join(STUBS, name), inside(`bin/${name}`))
  for (const name of ABSENT) symlinkSync(join(STUBS, 'nothing'), inside(`bin/${name}`))
  after(() => {
    spawnSync('sh', ['-c', `kill -9 $(cat ${inside('pid')})`])
    rmSync(folder, { recursive: true, force: true })
  })

  const run = async (script: string) => {
    const { HOME, NODE_EXTRA_CA_CERTS } = process.env
    const env = {
      HOME,
      ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), // npm may reach its registry through a proxy
      WALK_ROOT: folder,
      PATH: [inside('bin'), inside('usr/local/bin'), dirname(process.execPath), process.env.PATH].join(':'),
      npm_config_prefer_offline: 'true',
      npm_config_optional: 'false', // the optional dependency is the Node version that the test runs on
    }
    return new Promise<{ code: unknown; text: string }>((resolve) => {
      const words = ['-eu', '-x', '-c', script]
      execFile('sh', words, { cwd: root, env, maxBuffer: 1 << 24 }, (error, output, said) =>
        resolve({ code: error ? error.code : 0, text: said.slice(-4000) + output.slice(-4000) }),
      )
    })
  }

  test('all succeed, and leave a server that runs, with a backup from before the upgrade', async () => {
    const port = await freePort()
    const script = commandsOfWalk()
      .replaceAll(/(?<![\w.])\/(opt|etc|var|tmp|usr\/local)(?=[/\s])/g, `${folder}/$1`)
      .replaceAll('3000', String(port))
    const { code, text } = await run(script)
    assert.equal(code, 0, text)
    assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200)
    assert.equal(scheduledBackups(inside('var/backups/kontor')).length, 2)
    assert.match(text, /No inconsistencies found/)
  })
})
