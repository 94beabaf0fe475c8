// A process that writes rows to an embedded database with a continuous backup, as fast as it can or with pauses. Each line
// of its output is an acknowledged row: id, time before the write, time after it. SIGTERM stops it.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { openEngine, startShipping } from '../../src/db/open.ts'

const [dataFolder, url, ...numbers] = process.argv.slice(2) as [string, string, ...string[]]
const [rows, bytes, spoolBytes, pauseMs] = numbers.map(Number) as [number, number, number, number]
let isStopped = false
process.once('SIGTERM', () => {
  isStopped = true
})
const engine = await openEngine(undefined, dataFolder, undefined, true)
const settings = { ...backupSettings(readConfig({}), url), everySeconds: 0.02, spoolBytes }
const shipping = await startShipping(settings, dataFolder)

await engine.changeSchema(async (connection) => {
  for (const table of ['commits', 'rows'])
    await connection.query({
      sql: `create table if not exists "${table}" ("id" text primary key, "content" blob)`,
      parameters: [],
    })
})
shipping.begin({ info() {}, warn: (text) => console.error(text), error: (text) => console.error(text) })
const sql = 'insert into "rows" values (?, ?)'
for (let count = 0; count < rows && !isStopped; count++) {
  const id = `${process.pid}-${count}`
  const content = randomBytes(bytes)
  const sent = Date.now()
  await engine.write((connection) => connection.query({ sql, parameters: [id, content], effect: 'insert' }))
  process.stdout.write(`${id} ${sent} ${Date.now()}\n`)
  if (pauseMs > 0) await sleep(pauseMs)
}
await shipping.stop()
await engine.close()
