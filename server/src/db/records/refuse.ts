import { Problem } from '../../core/problem.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import { fieldName, msg, recordsName } from '../../model/message.ts'
import type { Engine, Refusal } from '../engine.ts'
import { EXTERNAL_IDS_TABLE } from '../external-ids.ts'

const RETRY_AFTER_SECONDS = 1
const STORAGE_RETRY_SECONDS = 30

/** Throws the problem that a refusal of the database is for the client; any other error as it is. */
export function refuse(engine: Engine, error: unknown): never {
  const refusal = engine.refusalOf(error)
  throw refusal ? problemOf(refusal, error) : error
}

export function problemOf(refusal: Refusal, cause: unknown): Problem {
  switch (refusal.kind) {
    case 'duplicate': {
      if (refusal.table === EXTERNAL_IDS_TABLE) {
        const message = msg`One of the ${fieldName(EXTERNAL_IDS)} is already used by another record.`
        const taken = { resource: '', field: EXTERNAL_IDS }
        const details = [{ field: EXTERNAL_IDS, message }]
        return new Problem('VALIDATION_ERROR', { text: message, details, taken, cause })
      }
      const field = refusal.column.replace(/_key$/, '')
      const details = [
        {
          field,
          message: msg`Another record of ${recordsName({ name: refusal.table })} already has this ${fieldName(field)}.`,
        },
      ]
      const taken = { resource: refusal.table, field }
      return new Problem('VALIDATION_ERROR', {
        text: msg`The ${fieldName(field)} is already taken.`,
        details,
        taken,
        cause,
      })
    }
    case 'dangling':
      return new Problem('VALIDATION_ERROR', {
        details: [{ field: refusal.column, message: msg`The referenced record does not exist.` }],
        cause,
      })
    case 'too-large':
      return new Problem('VALIDATION_ERROR', {
        text: msg`An amount, or the sum of all such amounts, would become too large to be kept exactly.`,
        cause,
      })
    case 'in-use':
      return new Problem('RESOURCE_IN_USE', { cause })
    case 'disk-full':
      return new Problem('STORAGE_FULL', { retryAfterSeconds: STORAGE_RETRY_SECONDS, cause })
    case 'unavailable':
      return new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
  }
}
