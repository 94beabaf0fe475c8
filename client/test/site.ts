// A Kontor that listens, and clients of it.
import { after, before } from 'node:test'
import type { DatabaseKind } from '../../server/test/support/databases.ts'
import { createKey } from '../../server/test/support/keys.ts'
import {
  openKontor,
  type Kontor as Server,
  type KontorOptions as ServerOptions,
} from '../../server/test/support/kontor.ts'
import { type Fetch, Kontor, type KontorOptions } from '../src/index.ts'

export interface Site {
  readonly server: Server
  readonly origin: string
  /** With an API key that may do everything. */
  client(more?: Partial<KontorOptions>): Kontor
  /** Signed in as the administrator. */
  person(more?: Partial<KontorOptions>): Kontor
}

export function siteFor(kind: DatabaseKind, options?: ServerOptions): () => Site {
  let site: Site | undefined
  before(async () => {
    const server = await openKontor(kind, options)
    const origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
    const { key } = await createKey(server, { scopes: ['read', 'write', 'delete', 'admin'] })
    site = {
      server,
      origin,
      client: (more) => new Kontor({ baseUrl: origin, apiKey: key, ...more }),
      person: (more) => new Kontor({ baseUrl: origin, token: server.token, ...more }),
    }
  })
  after(() => site?.server.close())
  return () => site!
}

export interface Sent {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
}

/** What happens to the attempts, one after the other: they pass, or are lost before or after the server, or are answered. */
export type Fate = 'passes' | 'lost before' | 'lost after' | Response

/** The network of the platform, with faults; it notes what was sent. */
export function faultyFetch(fates: readonly Fate[]): { readonly sent: Sent[]; readonly fetch: Fetch } {
  const sent: Sent[] = []
  return {
    sent,
    async fetch(address, init) {
      const fate = fates[sent.length] ?? 'passes'
      sent.push({ method: init.method!, address, headers: init.headers as Record<string, string> })
      if (fate === 'lost before') throw new TypeError('fetch failed')
      if (fate instanceof Response) return fate
      const response = await fetch(address, init)
      if (fate === 'passes') return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed')
    },
  }
}

/** A refusal as the server, or a proxy before it, answers it. */
export const refusal = (status: number, code?: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(code ? JSON.stringify({ success: false, error: { code, message: code, details: [] } }) : 'Bad gateway', {
    status,
    headers,
  })
