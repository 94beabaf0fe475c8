// A process that writes rows to an embedded database with a continuous backup, as fast as it can. Each line of its output
// is an acknowledged row: id, time before the write, time after it.
import { join } from 'node:path'
import { openEngine, startShipping } from '../../src/db/open.ts'

const [dataFolder, url, rows, bytes] = process.argv.slice(2) as [string, string, string, string]
const content = Buffer.alloc(Number(bytes), 'x')
const engine = await openEngine(undefined, dataFolder, undefined, true)
const settings = { url, passphrase: undefined, keepDays: 14, everySeconds: 0.02, spoolBytes: 1e9, s3: { region: '' } }
const shipping = await startShipping(settings as never, dataFolder)
const quiet = { info() {}, warn: (text: string) => console.error(text), error: (text: string) => console.error(text) }

await engine.changeSchema(async (connection) => {
  for (const table of ['commits', 'rows'])
    await connection.query({
      sql: `create table if not exists "${table}" ("id" text primary key, "content" blob)`,
      parameters: [],
    })
})
shipping.begin(quiet)
const sql = 'insert into "rows" values (?, ?)'
for (let count = 0; count < Number(rows); count++) {
  const id = `${process.pid}-${count}`
  const sent = Date.now()
  await engine.write((connection) => connection.query({ sql, parameters: [id, content], effect: 'insert' }))
  process.stdout.write(`${id} ${sent} ${Date.now()}\n`)
}
await shipping.stop()
await engine.close()
process.stdout.write(`done ${join(dataFolder, 'kontor.db')}\n`)
