// Makes clients from the OpenAPI document, as their users would, and puts programs that use them beside them.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'

const here = import.meta.dirname
const document = join(here, '../docs/openapi.json')
const target = join(here, 'generated')

rmSync(target, { recursive: true, force: true })
mkdirSync(target)
cpSync(join(here, 'programs'), target, { recursive: true })
const command = join(here, 'node_modules/openapi-typescript/bin/cli.js')
execFileSync(process.execPath, [command, document, '--output', join(target, 'schema.ts')], { stdio: 'pipe' })
await createClient({
  input: document,
  output: { path: join(target, 'hey-api'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error' },
})
