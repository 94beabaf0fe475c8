import { setTimeout as sleep } from 'node:timers/promises'
import { ArchiveError } from '../../engine.ts'
import type { S3Settings } from '../settings.ts'
import { encodeStrictly, signedHeaders } from './signature.ts'
import type { StoredObject, Target } from './target.ts'
import { ObjectMissing } from './target.ts'

const TIMEOUT_MS = 60_000
const ATTEMPTS = 3
const RETRY_MS = 200
const EMPTY = Buffer.alloc(0)
const NOT_FOUND = 404

/** A bucket of S3, or of a server with the same interface. A request of its own for each object: no upload in parts. */
export function s3Target(address: URL, settings: S3Settings): Target {
  const { accessKeyId, secretAccessKey, sessionToken, region } = settings
  if (!accessKeyId || !secretAccessKey)
    throw new ArchiveError('Backups to s3:// need AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const prefix = decodeURIComponent(address.pathname).replaceAll(/^\/+|\/+$/g, '')
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const root = bucketUrl(address.hostname, settings)

  async function send(method: string, key: string, { body = EMPTY, query = {} }: Sent = {}): Promise<Response> {
    const url = new URL(`${root}/${key.split('/').map(encodeStrictly).join('/')}`)
    url.search = Object.entries(query)
      .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
      .join('&')
    const credentials = { region, accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey!, sessionToken }
    for (let attempt = 1; ; attempt++) {
      const headers = signedHeaders({ method, url, body, ...credentials, now: new Date() })
      const content = method === 'PUT' ? { body: new Uint8Array(body) } : {}
      try {
        return await fetch(url, { method, headers, ...content, signal: AbortSignal.timeout(TIMEOUT_MS) })
      } catch (error) {
        // A connection that was kept open may have been closed by the server meanwhile. Every request can be repeated.
        if (attempt === ATTEMPTS) throw new ArchiveError(`${url.host} cannot be reached: ${reasonOf(error)}.`)
        await sleep(attempt * RETRY_MS)
      }
    }
  }

  return {
    async put(name, bytes) {
      await expectDone(await send('PUT', keyOf(name), { body: bytes }))
    },
    async get(name) {
      const response = await send('GET', keyOf(name))
      if (response.status === NOT_FOUND) throw new ObjectMissing(name)
      await expectDone(response.clone())
      return Buffer.from(await response.arrayBuffer())
    },
    async list() {
      const found: StoredObject[] = []
      const below = prefix ? `${prefix}/` : ''
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = { 'list-type': '2', ...(token && { 'continuation-token': token }), prefix: below }
        const response = await send('GET', '', { query })
        await expectDone(response.clone())
        const text = await response.text()
        for (const [, entry] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.push({ name: textIn(entry!, 'Key')!.slice(below.length), bytes: Number(textIn(entry!, 'Size')) })
        token = textIn(text, 'NextContinuationToken')
      }
      return found
    },
    async remove(name) {
      const response = await send('DELETE', keyOf(name))
      if (response.status !== NOT_FOUND) await expectDone(response)
    },
  }
}

interface Sent {
  readonly body?: Buffer
  readonly query?: Readonly<Record<string, string>>
}

/** Amazon names the bucket in the host; other servers expect it in the path. */
function bucketUrl(bucket: string, { endpoint, region }: S3Settings): string {
  return endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
}

async function expectDone(response: Response): Promise<void> {
  const { ok, status, url } = response
  const text = await response.text()
  if (ok) return
  const reason = [textIn(text, 'Code'), textIn(text, 'Message')].filter(Boolean).join(': ')
  throw new ArchiveError(`${new URL(url).host} answered with ${status}${reason && ` (${reason})`}.`)
}

const ENTITIES: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(xml) ?? []
  return text?.replaceAll(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? inner ?? message
}
