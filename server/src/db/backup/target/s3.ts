import { ArchiveError } from '../../engine.ts'
import type { S3Settings } from '../settings.ts'
import { type Answer, requestRepeatedly } from './repeated-request.ts'
import { encodeStrictly, signedHeaders } from './signature.ts'
import type { StoredObject, Target } from './target.ts'
import { ObjectConflict, ObjectMissing } from './target.ts'

const EMPTY = Buffer.alloc(0)
const NOT_FOUND = 404
const CONFLICT = 409
const PRECONDITION_FAILED = 412
const NOT_IMPLEMENTED = 501

/** A bucket of S3, or of a server with the same interface. A request of its own for each object: no upload in parts. */
export function s3Target(address: URL, settings: S3Settings): Target {
  const { accessKeyId, secretAccessKey, sessionToken, region } = settings
  if (!accessKeyId || !secretAccessKey)
    throw new ArchiveError('Backups to s3:// need AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const prefix = decodeURIComponent(address.pathname).replaceAll(/^\/+|\/+$/g, '')
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const root = bucketUrl(address.hostname, settings)

  async function send(
    method: string,
    key: string,
    { body = EMPTY, query = {}, headers = {} }: Sent = {},
  ): Promise<Answer> {
    const url = new URL(`${root}/${key.split('/').map(encodeStrictly).join('/')}`)
    url.search = Object.entries(query)
      .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
      .join('&')
    const credentials = { region, accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey!, sessionToken }
    return requestRepeatedly(url, () => ({
      method,
      headers: { ...headers, ...signedHeaders({ method, url, body, ...credentials, now: new Date() }) },
      ...(method === 'PUT' && { body: new Uint8Array(body) }),
    }))
  }

  async function find(name: string): Promise<Buffer | undefined> {
    const answer = await send('GET', keyOf(name))
    return answer.status === NOT_FOUND ? undefined : expectDone(answer)
  }

  return {
    async put(name, bytes) {
      expectDone(await send('PUT', keyOf(name), { body: bytes }))
    },
    async create(name, bytes) {
      // Looks first, because not every server knows the condition.
      const before = await find(name)
      if (before?.equals(bytes)) return
      if (before) throw new ObjectConflict(name)
      const answer = await send('PUT', keyOf(name), { body: bytes, headers: { 'if-none-match': '*' } })
      if (answer.status === NOT_IMPLEMENTED) return this.put(name, bytes)
      if (answer.status !== PRECONDITION_FAILED && answer.status !== CONFLICT) return void expectDone(answer)
      // Perhaps by our own request, whose answer was lost.
      if (!(await find(name))?.equals(bytes)) throw new ObjectConflict(name)
    },
    async get(name) {
      const found = await find(name)
      if (!found) throw new ObjectMissing(name)
      return found
    },
    list: () => listBelow(prefix ? `${prefix}/` : '', (query) => send('GET', '', { query })),
    async remove(name) {
      const answer = await send('DELETE', keyOf(name))
      if (answer.status !== NOT_FOUND) expectDone(answer)
    },
  }
}

/** In pages. */
async function listBelow(below: string, ask: (query: Query) => Promise<Answer>): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for (let token: string | undefined = ''; token !== undefined; ) {
    const text = expectDone(
      await ask({ 'list-type': '2', ...(token && { 'continuation-token': token }), prefix: below }),
    ).toString()
    for (const [, entry] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      found.push({ name: textIn(entry!, 'Key')!.slice(below.length), bytes: Number(textIn(entry!, 'Size')) })
    token = textIn(text, 'NextContinuationToken')
  }
  return found
}

type Query = Readonly<Record<string, string>>

interface Sent {
  readonly body?: Buffer
  readonly query?: Query
  /** Without a signature. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Amazon names the bucket in the host; other servers expect it in the path. */
function bucketUrl(bucket: string, { endpoint, region }: S3Settings): string {
  return endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
}

function expectDone({ ok, status, host, body }: Answer): Buffer {
  if (ok) return body
  const text = body.toString()
  const reason = [textIn(text, 'Code'), textIn(text, 'Message')].filter(Boolean).join(': ')
  throw new ArchiveError(`${host} answered with ${status}${reason && ` (${reason})`}.`)
}

const ENTITIES: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(xml) ?? []
  return text?.replaceAll(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
}
