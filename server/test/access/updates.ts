// Updating a record by PUT, by PATCH and in bulk, and what became of it.
import type { Kontor } from '../support/kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
export type Json = any

/** What became of one update: its status, and the code and the first field of a refusal. */
export interface Outcome {
  readonly status: number
  readonly code?: string
  readonly field?: string
}

type Change = (kontor: Kontor, resource: string, id: string, body: object, token: string) => Promise<Outcome>

const single =
  (method: 'PUT' | 'PATCH'): Change =>
  async (kontor, resource, id, body, token) => {
    const answer = await kontor.call(method, `/${resource}/${id}`, { body, token })
    return { status: answer.status, ...refusalIn(answer.body.error) }
  }

/** A refusal of the whole call names its fields with `input.` before them; a refusal of one record does not. */
const bulk: Change = async (kontor, resource, id, input, token) => {
  const answer = await kontor.post(`/${resource}/bulk`, { action: 'update', ids: [id], input }, { token })
  if (answer.status !== 200) return { status: answer.status, ...refusalIn(answer.body.error) }
  const [{ ok, error }] = answer.body.data.results
  return { status: ok ? 200 : error.code === 'FIELD_NOT_PERMITTED' ? 403 : 422, ...refusalIn(error) }
}

const refusalIn = (error: Json) =>
  error ? { code: error.code, field: error.details[0]?.field.replace(/^input\./, '') } : {}

/** Every way to update one record. */
export const ways: readonly [string, Change][] = [
  ['PUT', single('PUT')],
  ['PATCH', single('PATCH')],
  ['bulk', bulk],
]

export const refused = (field: string): Outcome => ({ status: 403, code: 'FIELD_NOT_PERMITTED', field })
export const accepted: Outcome = { status: 200 }
