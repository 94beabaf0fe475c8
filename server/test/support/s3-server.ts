import { createHmac, hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE = 5

/** A server that stores objects as S3 does, and accepts only requests with the right signature. */
export interface S3Server extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>
  readonly objects: Map<string, Buffer>
  /** Called before an object is stored: it may wait, and return a status that is answered instead. */
  onPut: ((key: string) => Promise<number | undefined>) | undefined
  /** What it answers instead, from now on; undefined: it works. */
  failure: number | undefined
  /** What the next requests get, one after the other, before it works again. */
  readonly faults: Fault[]
}

/** A status instead of an answer, or a connection that breaks in the middle of the answer. */
export type Fault = { readonly status: number; readonly retryAfter?: number } | 'cut'

const KEYS = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-central-1' }

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    if (running.failure) return refuse(response, running.failure, 'SlowDown')
    const fault = running.faults.shift()
    if (fault === 'cut') return cut(response)
    if (fault?.retryAfter) response.setHeader('retry-after', fault.retryAfter)
    if (fault) return refuse(response, fault.status, 'SlowDown')
    if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch')
    const refusal = request.method === 'PUT' ? await running.onPut?.(request.url!) : undefined
    if (refusal) return refuse(response, refusal, 'Refused')
    answer(request, response, body, objects)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const running: S3Server = {
    environment: {
      AWS_ACCESS_KEY_ID: KEYS.id,
      AWS_SECRET_ACCESS_KEY: KEYS.secret,
      AWS_REGION: KEYS.region,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    },
    onPut: undefined,
    objects,
    failure: undefined,
    faults: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return running
}

function answer(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  objects: Map<string, Buffer>,
) {
  const { pathname, searchParams } = new URL(url!, 'http://s3')
  const key = decodeURIComponent(pathname.slice(1))
  if (method === 'PUT') {
    if (headers['if-none-match'] === '*' && objects.has(key)) return refuse(response, 412, 'PreconditionFailed')
    objects.set(key, body)
    return response.end()
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (searchParams.get('list-type') === '2') return response.end(listing(key, searchParams, objects))
  const object = objects.get(key)
  return object ? response.end(object) : refuse(response, 404, 'NoSuchKey')
}

/** In pages, the next of which is named by a token with characters that must be encoded. */
function listing(bucket: string, parameters: URLSearchParams, objects: ReadonlyMap<string, Buffer>): string {
  const prefix = bucket + parameters.get('prefix')
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const start = Number(parameters.get('continuation-token')?.slice('+/='.length) ?? 0)
  const contents = keys.slice(start, start + PAGE).map((key) => {
    const size = objects.get(key)!.length
    return `<Contents><Key>${key.slice(bucket.length)}</Key><Size>${size}</Size></Contents>`
  })
  const more = start + PAGE < keys.length ? `<NextContinuationToken>+/=${start + PAGE}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`
}

function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 100 })
  response.write('part', () => response.destroy())
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>Refused</Message></Error>`)
}

/** From the raw request, as the documentation of AWS Signature Version 4 says. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, credential, names = '', given] =
    /Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
  const [id, day, region] = credential?.split('/') ?? []
  const [path = '', query = ''] = url!.split('?')
  const digest = hash('sha256', body)
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [method, path, query.split('&').sort().join('&'), lines.join(''), names, digest].join('\n')
  const scope = `${day}/${KEYS.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash('sha256', canonical)].join('\n')
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  const key = [day!, KEYS.region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEYS.secret}`)
  const isRight = hmac(key, text).toString('hex') === given && headers['x-amz-content-sha256'] === digest
  return isRight && id === KEYS.id && region === KEYS.region && names.includes('host;x-amz-content-sha256;x-amz-date')
}
