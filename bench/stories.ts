import type { Contender, KontorContender } from './contender.ts'
import { drive, getRequest, percentile } from './load.ts'

const SECONDS = 3
const CONNECTIONS = 64

/** The bytes of the next request. */
export type Next = () => string

let lastCode = 0

/** What is asked for, after whatever must be there first. */
export const stories: { readonly [title: string]: (contender: KontorContender) => Promise<Next> } = {
  async 'read one item'({ call, token }) {
    const { data } = await call('POST', '/items', { itemCode: `READ-${++lastCode}`, itemName: 'Bolt', sellingPrice: 2 })
    const request = getRequest(`/api/v1/items/${data.id}`, { authorization: `Bearer ${token}` })
    return () => request
  },
  async 'list twenty items'({ call, token }) {
    for (let count = 0; count < 30; count++)
      await call('POST', '/items', { itemCode: `LIST-${++lastCode}`, itemName: `Bolt ${count}`, category: 'Screws' })
    const request = getRequest('/api/v1/items?category=Screws', { authorization: `Bearer ${token}` })
    return () => request
  },
  async 'create an item'({ token }) {
    const head = `POST /api/v1/items HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`
    return () => {
      const body = JSON.stringify({ itemCode: `NEW-${++lastCode}`, itemName: 'Bolt', sellingPrice: 2 })
      return `${head}content-length: ${body.length}\r\n\r\n${body}`
    }
  },
}

/** What one round came to. */
export interface Measured {
  readonly rate: number
  /** Microseconds of processor time per request. */
  readonly cpu: number
  readonly slow: number
}

export async function measure({ port, cpu }: Contender, next: Next): Promise<Measured> {
  const before = cpu()
  const round = await drive({ port, connections: CONNECTIONS, seconds: SECONDS, next })
  if (round.failures > 0) throw new Error(`${round.failures} requests were refused.`)
  return {
    rate: round.requests / round.seconds,
    cpu: ((cpu() - before) / round.requests) * 1e6,
    slow: percentile(round.latencies, 0.99),
  }
}
