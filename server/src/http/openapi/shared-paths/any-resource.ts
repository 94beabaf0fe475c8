import type { Action } from '../../../core/action.ts'
import { BY_KEY_PATH } from '../../../core/by-key/by-key-actions.ts'
import type { Entry } from '../../../core/rules.ts'
import { type Part, segmentOf } from '../names.ts'

export const ANY_RESOURCE_TAG: Part = {
  name: 'any-resource',
  description:
    'What is alike for all resources: records by a unique field instead of their id, and the history of a record.',
}

export const HISTORY_PATH = '/:id/history'

/** Described once for all resources: one by one, these would take a sixth of the document. */
export const isOfAnyResource = ({ path }: Action): boolean => path === BY_KEY_PATH || path === HISTORY_PATH

export const inPath = (name: string, description: string, schema: Part, example: string): Part => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', minLength: 1, ...schema },
  example,
})

export function resourceInPath(entries: readonly Entry[]): Part {
  const names = entries.map(segmentOf)
  return inPath('resource', 'What the record is.', { enum: names }, names[0]!)
}
