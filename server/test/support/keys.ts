import assert from 'node:assert/strict'
import type { Answer, CallOptions, Kontor } from './kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** Asks for a key; a refusal is an answer too. */
export const askForKey = (kontor: Kontor, more: object = {}, options?: CallOptions): Promise<Answer> =>
  kontor.post('/api-keys', { name: 'Web shop', scopes: ['read'], ...more }, options)

/** A key of the administrator, or of the given user; `key` is its value. */
export async function createKey(kontor: Kontor, more: object = {}, options?: CallOptions): Promise<AnyRecord> {
  const { status, body, text } = await askForKey(kontor, more, options)
  assert.equal(status, 201, text)
  return body.data
}

/** A request that carries this key and nothing else. */
export const withKey = ({ key }: { readonly key: string }): CallOptions & { token: null } => ({
  token: null,
  headers: { 'x-api-key': key },
})
