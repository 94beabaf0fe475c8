import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivate, mayConnect } from './addresses.ts'

const TIMEOUT_MS = 15_000
const READ_MAX = 16 * 1024
const KEPT_MAX = 2 * 1024

export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

export interface SenderOptions {
  /** Also private addresses, and http:// for these. */
  readonly allowsPrivate: boolean
  readonly resolve?: Resolve
  readonly timeoutMs?: number
}

export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came of an attempt. Without a status there was no answer. */
export interface SendResult {
  readonly status?: number
  /** How the answer begins. */
  readonly response?: string
  readonly error?: string
  readonly retryAfter?: string
}

export type Send = (posting: Posting, stopping?: AbortSignal) => Promise<SendResult>

const resolveBySystem: Resolve = (name) => systemLookup(name, { all: true, verbatim: true })

/** The receiver is refused before a connection is made. */
class Refused extends Error {}

/**
 * Posts a webhook. The name is resolved once and every address of it is checked; the connection goes to these addresses, so
 * that a second answer of the name server cannot lead elsewhere. Redirects are not followed.
 */
export function createSender({
  allowsPrivate,
  resolve = resolveBySystem,
  timeoutMs = TIMEOUT_MS,
}: SenderOptions): Send {
  return async (posting, stopping) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout
    try {
      const url = new URL(posting.url)
      const addresses = await raced(addressesOf(url, allowsPrivate, resolve), signal)
      return await post(url, addresses, posting, signal)
    } catch (error) {
      if (timeout.aborted) return { error: `No complete answer within ${timeoutMs / 1000} seconds.` }
      return { error: reasonOf(error) }
    }
  }
}

async function addressesOf(url: URL, allowsPrivate: boolean, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await resolve(name).catch(() => [])
  const refused = addresses.find(({ address }) => !mayConnect(address, allowsPrivate))
  // One text for both, and for every failure of the name server: it must not tell which names exist inside.
  if (addresses.length === 0 || refused) throw new Refused(`${name} was not found at a public address.`)
  const isPlain = url.protocol === 'http:'
  if (isPlain && !addresses.every(({ address }) => isPrivate(address)))
    throw new Refused('http:// is for private addresses only. Use https://.')
  return addresses
}

/** Resolving a name cannot be aborted. */
const raced = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])

function post(
  url: URL,
  addresses: readonly LookupAddress[],
  { headers, body }: Posting,
  signal: AbortSignal,
): Promise<SendResult> {
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent: false, lookup: pinned(addresses), signal } as const
    const request: ClientRequest = send(url, {
      ...options,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Kontor-Webhooks',
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      readStart(response).then((text) => {
        request.destroy() // the rest of a long answer is of no interest
        resolve(resultOf(response, text))
      }, reject)
    })
    request.end(body)
  })
}

/** Answers with the addresses that were checked, whatever name is asked for. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_name, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family)

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= READ_MAX) break
  }
  // A character that the limit cuts in two, and control characters that no stored text may contain.
  return Buffer.concat(parts)
    .subarray(0, KEPT_MAX)
    .toString()
    .replace(/\uFFFD$/, '')
    .replace(/[[\p{Cs}\p{Cc}]--[\t\n\r]]/gv, '')
}

function resultOf({ statusCode: status = 0, headers }: IncomingMessage, response: string): SendResult {
  const retryAfter = headers['retry-after']
  const isRedirect = status >= 300 && status < 400
  return {
    status,
    response,
    ...(isRedirect && { error: 'The answer is a redirect, which is not followed. Change the address of the webhook.' }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  // Of several addresses that were tried, each has its own error.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code, message } = first as NodeJS.ErrnoException
  return code && !message.includes(code) ? `${code}: ${message}` : message
}
