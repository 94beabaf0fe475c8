import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Fields } from '../../src/model/fields.ts'
import { hasEntries, hasRows, isScalar } from '../../src/model/kinds/field-kind.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, kontorFor, type WholeAnswer } from '../support/kontor.ts'
import { everyRoute, type Route } from '../support/product.ts'

const USUAL_BYTES = 1_048_576
const STRANGERS_BYTES = 16_384
/** Of processor time, for one request. It takes a twentieth of it; without bounds, some take ten times as long. */
const CPU_SECONDS_MAX = 1
/** Files are twenty times as large as bodies. */
const FILE_CPU_SECONDS_MAX = 5
const ANSWER_MAX_BYTES = 65_536
const MEMORY_MAX_BYTES = 700_000_000

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(',')
const keys = (count: number) => times(count, (index) => `"k${index}":1`)
const filled = (bytes: number, part: string) => part.repeat(Math.floor((bytes - 100) / part.length))

/** Bodies of a size that consist of one thing. None of them is a valid request to anything. */
const CONTENTS: Readonly<Record<string, (bytes: number) => string>> = {
  keys: (bytes) => `{${keys(Math.floor(bytes / 14))}}`,
  entries: (bytes) => `[${filled(bytes, '1,')}1]`,
  objects: (bytes) => `[${filled(bytes, '{},')}{}]`,
  lists: (bytes) => `{"a":[${filled(bytes, '[],')}[]]}`,
  blanks: (bytes) => filled(bytes, ' '),
  breaks: (bytes) => filled(bytes, '\n'),
  nesting: (bytes) => '['.repeat(bytes / 2 - 50) + ']'.repeat(bytes / 2 - 50),
  'nested objects': (bytes) => `${filled(bytes, '{"a":')}1`,
  quotes: (bytes) => filled(bytes, '"'),
  backslashes: (bytes) => `"${filled(bytes, '\\')}`,
  digits: (bytes) => `${filled(bytes, '1')}x`,
}

/** Those that are JSON: if they are small enough, they come to what their route declares. */
const PARSED = ['keys', 'entries', 'objects', 'lists', 'nesting']

/** Those that are sent compressed too. */
const PACKED = ['keys', 'blanks']

const limitOf = ({ action }: Route) => action.bodyLimit ?? (action.access === 'public' ? STRANGERS_BYTES : USUAL_BYTES)

/** Bodies within all bounds on counts that are refused field by field; one for each kind of field. */
function refusedBodies(fields: Fields, bytes: number): string[] {
  const unknown = '"unheardOf":1'
  const line = `{${keys(Math.min(100, Math.floor(bytes / 1000)))}}`
  const kinds = new Map(Object.entries(fields).map((entry) => [entry[1].kind, entry]))
  const bodies = [...kinds.values()].flatMap(([name, field]) => {
    if (isScalar(field)) return [`"${name}":"${filled(bytes, ' ')}x"`]
    if (hasRows(field)) return [`"${name}":[${times(500, () => line)}]`]
    if (hasEntries(field)) return [`"${name}":[${times(100, () => line)}]`, `"${name}":[${times(5000, () => '1')}]`]
    return [`"${name}":{${keys(900)}}`]
  })
  return [`{${keys(900)}}`, ...bodies.map((body) => `{${body},${unknown}}`)].filter(({ length }) => length <= bytes)
}

interface Form {
  readonly name: string
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** The body as it is, and compressed. */
const formsOf = (text: string): Form[] => [
  { name: 'plain', bytes: Buffer.from(text), headers: {} },
  { name: 'gzip', bytes: gzipSync(text), headers: { 'content-encoding': 'gzip' } },
]

let requests = 0

/** Fails unless it is refused, with little work and a short answer. */
async function assertCheap(
  kontor: Kontor,
  method: string,
  path: string,
  form: Form,
  title: string,
  secondsMax = CPU_SECONDS_MAX,
): Promise<void> {
  const headers = { 'idempotency-key': `large-${requests++}`, ...form.headers }
  const start = process.cpuUsage()
  const { status, text }: WholeAnswer = await kontor.call(method, path, { text: form.bytes, headers })
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1_000_000
  assert.ok(status >= 400 && status < 500, `${title}: ${status} ${text.slice(0, 300)}`)
  assert.ok(seconds < secondsMax, `${title}: ${seconds} s of processor time`)
  assert.ok(text.length < ANSWER_MAX_BYTES, `${title}: an answer of ${text.length} characters`)
}

const addressOf = ({ path }: Route) => path.replace(':field/:value', 'externalIds.shop/none').replace(/:\w+/g, 'none')
const writing = everyRoute.filter(({ action }) => action.method !== 'GET' && !action.consumes)
const takingFiles = everyRoute.filter(({ action }) => action.consumes)

/** With the parameters that the route needs. */
function fileAddressOf(route: Route): string {
  const { action } = route
  const needed = Object.entries(('query' in action && action.query) || {}).filter(([, { options }]) => options.required)
  const query = new URLSearchParams(needed.map(([name, { options }]) => [name, String(options.example)]))
  return `${addressOf(route)}?${query}`
}

describe('A large body', () => {
  const kontor = kontorFor(databaseKinds[0]!)

  test('of any content is refused at once by every route, and needs little memory', async () => {
    const others: Route[] = ['/mcp', '/ui/session'].map((path) => ({
      ...everyRoute[0]!,
      action: {
        ...everyRoute[0]!.action,
        name: path,
        method: 'POST',
        access: 'public',
        bodyLimit: USUAL_BYTES,
      } as Route['action'],
      title: `POST ${path}`,
      path: `root:${path}`,
    }))
    const before = process.memoryUsage.rss()
    for (const [bytes, all] of Map.groupBy([...writing, ...others], limitOf)) {
      const eachOnce = [...new Map(all.map((route) => [route.action.name, route])).values()]
      for (const [name, content] of Object.entries(CONTENTS)) {
        // What refuses a text that is no JSON, or consists of too much, is the same for every resource.
        const routes = bytes >= USUAL_BYTES || !PARSED.includes(name) ? eachOnce : all
        for (const form of formsOf(content(bytes)).slice(0, PACKED.includes(name) ? 2 : 1))
          for (const route of routes) {
            const title = `${route.title}: ${bytes} bytes of ${name}, ${form.name}`
            await assertCheap(kontor(), route.action.method, addressOf(route), form, title)
          }
      }
    }
    assert.ok(writing.length > 60)
    const memory = process.memoryUsage.rss() - before
    assert.ok(memory < MEMORY_MAX_BYTES, `${memory} bytes`)
  })

  test('that is a file of any content is refused at once by every route that takes files', async () => {
    for (const route of takingFiles)
      for (const type of route.action.consumes!)
        for (const [name, content] of Object.entries(CONTENTS))
          for (const { name: how, ...form } of formsOf(content(limitOf(route)))) {
            const title = `${route.title}: ${type} of ${name}, ${how}`
            const headers = { ...form.headers, 'content-type': type }
            const sent = { ...form, name: how, headers }
            await assertCheap(kontor(), route.action.method, fileAddressOf(route), sent, title, FILE_CPU_SECONDS_MAX)
          }
    assert.ok(takingFiles.length > 1)
  })

  test('whose fields are refused one by one is refused at once by every route', async () => {
    for (const route of writing.filter(({ action }) => action.input))
      for (const text of refusedBodies(route.action.input, limitOf(route))) {
        const [form] = formsOf(text)
        await assertCheap(
          kontor(),
          route.action.method,
          addressOf(route),
          form!,
          `${route.title}: ${text.slice(0, 40)}`,
        )
      }
  })
})
