// Writes docs/openapi.json, the document that a server of this version answers with, laid out for reading, and the same
// as types for the web interface.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app/app.ts'
import { readConfig } from '../server/src/config.ts'
import { openEngine } from '../server/src/db/open.ts'
import { contractOf } from './contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-openapi-'))
const config = readConfig({ KONTOR_DATA: folder })
const engine = await openEngine(config.databaseUrl, config.dataFolder)
const { server } = await buildApp({ config, engine })
try {
  const answer = await server.inject('/api/v1/openapi.json')
  const root = join(import.meta.dirname, '..')
  writeFileSync(join(root, 'docs/openapi.json'), `${JSON.stringify(answer.json(), null, 2)}\n`)
  writeFileSync(join(root, 'web/src/api/contract.ts'), contractOf(answer.json()))
  console.log('Wrote docs/openapi.json and web/src/api/contract.ts.')
} finally {
  await server.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}
