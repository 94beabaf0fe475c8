import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { workbookOf } from '../imports/files.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { runKontor } from '../support/process.ts'
import { createItem, newCode } from '../support/records.ts'
import { type Environment, kontor as run } from './command-line.ts'

onEveryDatabase('kontor api', (kind) => {
  const kontor = kontorFor(kind)
  const folder = mkdtempSync(join(tmpdir(), 'kontor-api-'))
  let environment: Environment

  before(async () => {
    const origin = await kontor().app.server.listen({ port: 0, host: '127.0.0.1' })
    const { key } = await createKey(kontor(), { scopes: ['read', 'write'] })
    environment = { KONTOR_URL: origin, KONTOR_API_KEY: key }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const api = (...words: string[]) => run(environment, 'api', ...words)
  const itemOf = async (code: string) => (await kontor().get(`/items?itemCode=${code}`)).body.data[0]

  test('prints an answer as JSON that people can read', async () => {
    const { id } = await createItem(kontor())
    const { code, output, complaint } = await api('get', '/items?perPage=1')
    assert.deepEqual([code, complaint], [0, ''])
    assert.match(output, /^\{\n {2}"success": true,\n {2}"data": \[\n/)
    assert.equal(JSON.parse(output).data[0].id, id)
    assert.deepEqual(JSON.parse((await api('GET', `/api/v1/items/${id}`)).output).data.id, id)
  })

  test('sends the body of a write from the command line, a file or standard input', async () => {
    const codes = [newCode(), newCode(), newCode()] as const
    const body = (itemCode: string) => JSON.stringify({ itemCode, itemName: 'Bölt' })
    writeFileSync(join(folder, 'item.json'), body(codes[1]))
    assert.equal((await api('POST', '/items', '--data', body(codes[0]))).code, 0)
    assert.equal((await api('POST', '/items', '--data', `@${join(folder, 'item.json')}`)).code, 0)
    const stdin = body(codes[2])
    const piped = await runKontor(['api', 'POST', '/items', '--data', '@-'], environment, { stdin })
    assert.equal(piped.code, 0, piped.said)
    for (const code of codes) assert.equal((await itemOf(code)).itemName, 'Bölt')
  })

  test('sends a file with the type that its name tells', async () => {
    const file = join(folder, 'items.xlsx')
    writeFileSync(
      file,
      await workbookOf([
        ['Code', 'Name'],
        [newCode(), 'Bolt'],
      ]),
    )
    const { code, output, complaint } = await api('POST', '/imports/files?resource=items', '--data', `@${file}`)
    assert.equal(code, 0, complaint)
    assert.equal(JSON.parse(output).data.rowCount, 1)
  })

  test('makes up an Idempotency-Key for each write; with the same key a write is done once', async () => {
    const words = ['POST', '/customers', '--data', '{"name":"Acme"}']
    const idIn = ({ output }: { output: string }) => JSON.parse(output.slice(output.indexOf('{'))).data.id
    const [first, second] = [await api(...words, '--include'), await api(...words)]
    assert.notEqual(idIn(first), idIn(second))
    assert.match(first.output, /^HTTP 201 Created\n(.+: .+\n)*etag: "1-/m)
    const kept = [...words, '--idempotency-key', newCode()]
    assert.equal(idIn(await api(...kept)), idIn(await api(...kept)))
  })

  test('writes an answer that is not JSON as it comes', async () => {
    const { itemCode } = await createItem(kontor())
    const { output } = await api('GET', `/items/export?itemCode=${itemCode}&fields=itemCode`)
    assert.match(output, new RegExp(`^id,itemCode\\r\\n.*,${itemCode}\\r\\n$`))
  })

  test('prints a refusal on standard error, and exits with 1', async () => {
    const refused = await api('POST', '/items', '--data', '{}')
    assert.deepEqual([refused.code, refused.output], [1, ''])
    assert.equal(JSON.parse(refused.complaint).error.code, 'VALIDATION_ERROR')
    const headed = await api('GET', '/items/none', '--include')
    assert.deepEqual([headed.code, headed.output], [1, ''])
    assert.match(headed.complaint, /^HTTP 404 Not Found\n/)
    const { KONTOR_URL } = environment
    const stranger = await run({ KONTOR_URL: KONTOR_URL! }, 'api', 'GET', '/items')
    assert.equal(stranger.code, 1)
    assert.match(stranger.complaint, /"UNAUTHORIZED"[\s\S]*Set KONTOR_API_KEY to an API key\.\n$/)
  })

  test('says so if no server answers, or the address is none', async () => {
    const gone = await run({ KONTOR_URL: 'http://127.0.0.1:1' }, 'api', 'GET', '/items')
    assert.deepEqual([gone.code, gone.output], [1, ''])
    assert.match(gone.complaint, /^No answer from http:\/\/127\.0\.0\.1:1 \(.+\)\. Start the server, or set KONTOR_URL/)
    const wrong = await run({ KONTOR_URL: 'localhost' }, 'api', 'GET', '/items')
    assert.deepEqual(
      [wrong.code, wrong.complaint],
      [2, 'KONTOR_URL must be an address such as http://127.0.0.1:3000, not "localhost".\n'],
    )
  })
})
