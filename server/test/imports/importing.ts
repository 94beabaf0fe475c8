// Sending tables, and waiting until they are brought in.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, CallOptions, Kontor } from '../support/kontor.ts'
import { read } from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
export type Json = any

/** Asks for an import; a refusal is an answer too. */
export const askForImport = (kontor: Kontor, body: object, options?: CallOptions): Promise<Answer> =>
  kontor.post('/imports', { resource: 'items', ...body }, options)

/** The import as it is when the work on it has ended. */
export async function ended(kontor: Kontor, { id }: { id: string }): Promise<Json> {
  for (;;) {
    const job = await read(kontor, `/imports/${id}`)
    if (!['checking', 'running'].includes(job.status)) return job
    await wait(5)
  }
}

export async function started(kontor: Kontor, body: object, options?: CallOptions): Promise<Json> {
  const { status, body: answer, text } = await askForImport(kontor, body, options)
  assert.equal(status, 201, text)
  return answer.data
}

/** Brought in for good, unless something else is said. */
export const imported = async (kontor: Kontor, csv: string, more: object = {}, options?: CallOptions): Promise<Json> =>
  ended(kontor, await started(kontor, { csv, dryRun: false, ...more }, options))

/** What became of the rows. */
export const countsOf = ({ created, updated, skipped, failed }: Json): number[] => [created, updated, skipped, failed]

export const csvOf = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.join(',')).join('\n')
