import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { operationsOf } from './document.ts'
import { type Samples, samplesOf } from './samples.ts'
import { sourceOf } from './source.ts'

const root = join(import.meta.dirname, '../..')
const jsonIn = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const document = jsonIn('docs/openapi.json')
const { head, calls } = jsonIn('server/src/http/explorer/client-samples.json') as Samples

/** Resolves to what the compiler complains about in a program. */
async function faultsOf(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-samples-'))
  const compilerOptions = {
    paths: { '@kontor/client': [join(root, 'client/src/index.ts')] },
    typeRoots: [join(root, 'node_modules/@types')],
    lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.mts'] }),
  )
  writeFileSync(join(folder, 'samples.mts'), program)
  const words = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]
  return promisify(execFile)(process.execPath, words)
    .then(
      () => '',
      ({ stdout }) => String(stdout),
    )
    .finally(() => rmSync(folder, { recursive: true }))
}

test('the samples that are checked in are those of the OpenAPI document that is checked in', () => {
  assert.deepEqual({ head, calls }, samplesOf(document), 'run "npm run openapi" and look at the difference')
})

test('every operation of the API has a sample', () => {
  const described = operationsOf(document).filter(({ path }) => !path.endsWith('.json'))
  assert.deepEqual(
    Object.keys(calls),
    described.map(({ operation }) => operation.operationId),
  )
})

test('every sample type checks with the types of the client, and one with a fault does not', async () => {
  const program = [head, ...Object.values(calls).map((call) => `{\n${call}\n}`)]
  assert.equal(await faultsOf(program.join('\n')), '')
  const faulty = calls.createItem!.replace('itemName', 'nonsense')
  assert.match(await faultsOf(`${head}\n${faulty}`), /'nonsense' does not exist/)
})

test('a sample calls the method of the client with the id, the body or the query', () => {
  assert.match(calls.getItem!, /^const \{ data \} = await kontor\.items\.get\('itm_\w+'\)\nconsole\.log\(data\)$/)
  assert.match(calls.listItems!, /await kontor\.items\.list\(\{ perPage: 20 \}\)/)
  assert.match(calls.setSalesOrderStatus!, /kontor\.salesOrders\.setStatus\('so_\w+', \{ status: '\w+'/)
  assert.match(calls.deleteItem!, /^await kontor\.items\.delete\('itm_\w+'\)$/)
  assert.match(calls.getInvoicePdf!, /^const file = await kontor\.invoices\.pdf\(/)
  assert.match(calls.search!, /kontor\.search\(\{ q: '\w+' \}\)/)
  assert.match(calls.patchSalesOrderStatus!, /kontor\.request\('PATCH \/sales-orders\/\{id\}\/status', \{\s+path: /)
})

test('a value is written as TypeScript: short ones on one line, long ones on several', () => {
  assert.equal(sourceOf({ 'a-b': "it's", c: [1, null, true], d: {} }), "{ 'a-b': 'it\\'s', c: [1, null, true], d: {} }")
  const long = sourceOf({ name: 'x'.repeat(60), other: ['y'.repeat(50)] })
  assert.equal(long, `{\n  name: '${'x'.repeat(60)}',\n  other: ['${'y'.repeat(50)}'],\n}`)
})
