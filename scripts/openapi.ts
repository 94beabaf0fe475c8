// Writes docs/openapi.json: the document that a server of this version answers with, laid out for reading.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { openEngine } from '../server/src/db/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-openapi-'))
const config = readConfig({ KONTOR_DATA: folder })
const engine = openEngine(config.databaseUrl, config.dataFolder)
const { server } = await buildApp({ config, engine })
try {
  const answer = await server.inject('/api/v1/openapi.json')
  const docs = join(import.meta.dirname, '../docs')
  mkdirSync(docs, { recursive: true })
  writeFileSync(join(docs, 'openapi.json'), `${JSON.stringify(answer.json(), null, 2)}\n`)
  console.log('Wrote docs/openapi.json.')
} finally {
  await server.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}
