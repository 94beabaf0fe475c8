// The test command: types, style, then every test whose requirements are installed. Prints in one line which it skipped.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { buildWeb } from './build-web.ts'
import { findChromium } from './chromium.ts'
import { startPostgres } from './postgres.ts'

const isStrict = process.env.CI === 'true'

function run(title: string, command: string, args: string[], environment: NodeJS.ProcessEnv = {}): void {
  console.error(`\n— ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  if (status !== 0) throw new Error(`${title}: failed`)
}

const postgres = await startPostgres()
const chromium = findChromium()
const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const skipped = [
  ...(postgres ? [] : ['the suites on PostgreSQL (install it, on Debian: apt-get install postgresql)']),
  ...(hasRedis ? [] : ['the suites with Redis (install it, on Debian: apt-get install redis-server)']),
  ...(chromium
    ? []
    : [
        'the tests in a browser (install Chromium, on Debian: apt-get install chromium-headless-shell, or set CHROMIUM)',
      ]),
]
try {
  if (isStrict && skipped.length > 0) throw new Error(`With CI=true no suite may be skipped: ${skipped.join('; ')}`)
  const only = process.argv.slice(2)
  if (only.length === 0) {
    run('Types', 'node_modules/.bin/tsc', [])
    run('Types of the web interface', 'node_modules/.bin/tsc', ['-p', 'web'])
    run('Style', 'node_modules/.bin/biome', ['check', '--error-on-warnings'])
  }
  buildWeb()
  const files = only.length > 0 ? only : globSync(['{server,web}/{src,test}/**/*.test.ts', 'bench/*.test.ts']).sort()
  run(
    'Tests',
    process.execPath,
    ['--test', '--test-concurrency=2', '--test-timeout=900000', '--test-reporter=spec', ...files],
    { ...(postgres && { KONTOR_TEST_POSTGRES: postgres.url }), ...(chromium && { KONTOR_TEST_CHROMIUM: chromium }) },
  )
  if (skipped.length > 0) console.error(`\nSkipped: ${skipped.join('; ')}.`)
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  process.exitCode = 1
} finally {
  postgres?.stop()
}
