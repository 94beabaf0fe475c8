import assert from 'node:assert/strict'
import type { AnyRecord } from '../../src/model/resource.ts'
import type { Answer, Kontor } from '../support/kontor.ts'

const PAGES_MAX = 500

type Parameters = Readonly<Record<string, string | number>>

export function addressOf(path: string, parameters: Parameters): string {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)])
  return `${path}?${new URLSearchParams(pairs)}`
}

export async function listed(kontor: Kontor, path: string, parameters: Parameters = {}): Promise<Answer['body']> {
  const address = addressOf(path, parameters)
  const { status, text, body } = await kontor.get(address)
  assert.equal(status, 200, `${address}: ${text}`)
  return body
}

/** All rows, page after page by number. */
export async function walkPages(kontor: Kontor, path: string, parameters: Parameters): Promise<AnyRecord[]> {
  const rows: AnyRecord[] = []
  for (let page = 1; page < PAGES_MAX; page++) {
    const { data, meta } = await listed(kontor, path, { ...parameters, page })
    rows.push(...data)
    assert.equal(meta.hasMore, page < meta.totalPages)
    if (!meta.hasMore) return rows
  }
  throw new Error('The pages do not end.')
}

/** All rows by cursor; `between` runs at the same time as each request after the first. */
export async function walkCursor(
  kontor: Kontor,
  path: string,
  parameters: Parameters,
  between: () => Promise<unknown> = async () => undefined,
): Promise<AnyRecord[]> {
  let { data, meta } = await listed(kontor, path, parameters)
  const rows: AnyRecord[] = [...data]
  for (let count = 0; meta.hasMore; count++) {
    assert.ok(count < PAGES_MAX, 'The cursors do not end.')
    const next = listed(kontor, path, { ...parameters, cursor: meta.nextCursor })
    const [answer] = await Promise.all([next, between()])
    ;({ data, meta } = answer)
    rows.push(...data)
  }
  assert.equal(meta.nextCursor, null)
  return rows
}
