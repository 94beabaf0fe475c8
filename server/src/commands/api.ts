import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Command, DONE, expectWords, FAILED, failed, UsageError } from './command.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const READS = ['GET', 'HEAD']
const ROOT = '/api/v1'
const DEFAULT_URL = 'http://127.0.0.1:3000'
const JSON_TYPE = 'application/json'
/** Of files that are sent as they are. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const api: Command = {
  name: 'api',
  usage: '<method> <path> [--data <json>|@<file>|@-] [--include] [--idempotency-key <key>]',
  summary: 'Send one request to the API of a running server.',
  help: [
    '  kontor api GET "/items?perPage=2"',
    `  kontor api POST /items --data '{"itemCode":"BOLT-M8","itemName":"Hexagon bolt M8"}'`,
    '  kontor api POST "/imports/files?resource=items" --data @items.xlsx',
    '',
    '  --data             The body: JSON, the name of a file after @, or @- for standard input. The ending of the name tells the',
    `                     type of a file: ${Object.keys(FILE_TYPES).join(', ')}; any other is JSON.`,
    '  --include          Print the status and the headers before the body.',
    '  --idempotency-key  Of a write; a new one is generated if left out. With the same key, a write is done once.',
    '',
    `The environment tells the server and the credential: KONTOR_URL (${DEFAULT_URL} if not set) and KONTOR_API_KEY.`,
    'A refusal is printed on standard error; the exit code is then 1.',
  ].join('\n'),
  options: {
    data: { type: 'string' },
    include: { type: 'boolean' },
    'idempotency-key': { type: 'string' },
  },
  async run(options, words) {
    const [method, path] = requestIn(expectWords(words, 'method', 'path'))
    const base = baseUrl(process.env.KONTOR_URL || DEFAULT_URL)
    const body = await bodyOf(options.data as string | undefined, method)
    const key = options['idempotency-key'] ?? randomUUID()
    const headers: Record<string, string> = {
      accept: '*/*',
      ...(process.env.KONTOR_API_KEY && { 'x-api-key': process.env.KONTOR_API_KEY }),
      ...(body && { 'content-type': body.type }),
      ...(!READS.includes(method) && { 'idempotency-key': String(key) }),
    }
    const sent = { method, headers, redirect: 'manual' as const, ...(body && { body: body.content }) }
    const response = await fetch(base + path, sent).catch((error) => unreachable(base, error))
    if (typeof response === 'string') return failed(response)
    return print(response, options.include === true)
  },
}

function requestIn([word = '', path = '']: readonly string[]): [method: string, path: string] {
  const method = word.toUpperCase()
  if (!METHODS.includes(method)) throw new UsageError(`"${word}" is no method: use one of ${METHODS.join(', ')}.`)
  if (!path.startsWith('/')) throw new UsageError(`The path must begin with /, as in /items, not "${path}".`)
  return [method, path.startsWith('/api/') ? path : ROOT + path]
}

function baseUrl(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '')
  throw new UsageError(`KONTOR_URL must be an address such as ${DEFAULT_URL}, not "${text}".`)
}

interface Body {
  readonly type: string
  readonly content: Buffer<ArrayBuffer>
}

async function bodyOf(data: string | undefined, method: string): Promise<Body | undefined> {
  if (data === undefined) return undefined
  if (READS.includes(method)) throw new UsageError(`${method} takes no --data.`)
  const content = Buffer.from(data.startsWith('@') ? await contentOf(data.slice(1)) : data)
  const type = (data.startsWith('@') && FILE_TYPES[extname(data).toLowerCase()]) || JSON_TYPE
  if (type === JSON_TYPE && !isJson(content.toString()))
    throw new UsageError('--data must be JSON, such as {"name":"Acme"}, or @ and the name of a file.')
  return { type, content }
}

const contentOf = (name: string): Promise<Buffer> =>
  (name === '-' ? buffer(process.stdin) : readFile(name)).catch((error: Error) => {
    throw new UsageError(`The file "${name}" cannot be read: ${error.message}.`)
  })

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function unreachable(base: string, error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return `No answer from ${base} (${code ?? message}). Start the server, or set KONTOR_URL to its address.`
}

/** JSON is made readable; anything else, such as an export, is written as it comes. */
async function print(response: Response, isHeaded: boolean): Promise<number> {
  const { status, statusText, headers, ok } = response
  const output = ok ? process.stdout : process.stderr
  if (isHeaded) {
    const lines = [`HTTP ${status} ${statusText}`, ...[...headers].map(([name, value]) => `${name}: ${value}`), '']
    output.write(`${lines.join('\n')}\n`)
  }
  if (headers.get('content-type')?.startsWith(JSON_TYPE)) {
    const text = await response.text()
    if (text !== '') output.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  } else if (response.body) await pipeline(response.body, output, { end: false })
  if (ok) return DONE
  if (status === 401 && !process.env.KONTOR_API_KEY) console.error('Set KONTOR_API_KEY to an API key.')
  return FAILED
}
