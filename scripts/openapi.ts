// Writes the OpenAPI document of this version to docs/openapi.json, one operation a line, what the client is made from to
// client/src/generated, the samples of the explorer, and the tables of the reference to docs/.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import { openEngine } from '../server/src/db/open.ts'
import { contractOf } from './client/contract.ts'
import { routesOf } from './client/routes.ts'
import { samplesText } from './client/samples.ts'
import { compactText } from './compact-json.ts'
import { fieldsPage, withTables } from './reference.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-openapi-'))
const config = readConfig({ KONTOR_DATA: folder })
const engine = await openEngine(config.databaseUrl, config.dataFolder)
const { server } = await buildApp({ config, engine })
try {
  const response = await server.inject('/api/v1/openapi.json')
  const root = join(import.meta.dirname, '..')
  writeFileSync(join(root, 'docs/openapi.json'), compactText(response.json()))
  writeFileSync(join(root, 'client/src/generated/contract.ts'), contractOf(response.json()))
  writeFileSync(join(root, 'client/src/generated/routes.ts'), routesOf(response.json()))
  writeFileSync(join(root, 'server/src/http/explorer/client-samples.json'), samplesText(response.json()))
  writeFileSync(join(root, 'docs/fields.md'), fieldsPage())
  const page = join(root, 'docs/api.md')
  writeFileSync(page, withTables(readFileSync(page, 'utf8')))
  console.log(
    'Wrote docs/openapi.json, docs/fields.md, the tables of docs/api.md, client/src/generated, and client-samples.json.',
  )
} finally {
  await server.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}
