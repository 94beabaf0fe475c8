import assert from 'node:assert/strict'
import type { Answer, CallOptions, Kontor } from '../support/kontor.ts'

export interface Hit {
  readonly id: string
  readonly name: string | null
  readonly score: number
  readonly type: string
  readonly code: string | null
  readonly status: string | null
}

type Parameters = Readonly<Record<string, string | number>>

/** Asks; a refusal is an answer too. */
export const askFor = (
  kontor: Kontor,
  q: string,
  parameters: Parameters = {},
  options?: CallOptions,
): Promise<Answer> =>
  kontor.get(`/search?${new URLSearchParams({ q, ...parameters } as Record<string, string>)}`, options)

/** The hits by kind. */
export async function hitsByKind(
  kontor: Kontor,
  q: string,
  parameters: Parameters = {},
  options?: CallOptions,
): Promise<Record<string, Hit[]>> {
  const { status, body, text } = await askFor(kontor, q, parameters, options)
  assert.equal(status, 200, text)
  assert.equal(body.success, true)
  return body.data
}

/** All hits, the best first. */
export async function hitsFor(...question: globalThis.Parameters<typeof hitsByKind>): Promise<Hit[]> {
  const hits = Object.values(await hitsByKind(...question)).flat()
  return hits.sort((a, b) => b.score - a.score)
}

/** What the hits are called, the best first. */
export const namesFor = async (...question: globalThis.Parameters<typeof hitsByKind>): Promise<(string | null)[]> =>
  (await hitsFor(...question)).map(({ name }) => name)

export const codesFor = async (...question: globalThis.Parameters<typeof hitsByKind>): Promise<(string | null)[]> =>
  (await hitsFor(...question)).map(({ code }) => code)
