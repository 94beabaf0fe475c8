import { createHmac, hash } from 'node:crypto'

/** A request to a service of Amazon, or to a server that speaks the same protocol. */
interface SignedRequest {
  readonly method: string
  readonly url: URL
  readonly body: Buffer
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
  readonly now: Date
}

const SERVICE = 's3'
const ALGORITHM = 'AWS4-HMAC-SHA256'

/** The headers of AWS Signature Version 4. `host` is signed too; the client sends it by itself. */
export function signedHeaders(request: SignedRequest): Record<string, string> {
  const { url, body, region, accessKeyId, secretAccessKey, sessionToken, now } = request
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const headers: Record<string, string> = {
    'x-amz-content-sha256': hash('sha256', body),
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  }
  const scope = [time.slice(0, 8), region, SERVICE, 'aws4_request']
  const all = Object.entries({ host: url.host, ...headers }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = all.map(([name]) => name).join(';')
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...all.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = [ALGORITHM, time, scope.join('/'), hash('sha256', canonical)].join('\n')
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  const credential = `${accessKeyId}/${scope.join('/')}`
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const canonicalQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&')

/** Everything but letters, digits and - _ . ~ */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
