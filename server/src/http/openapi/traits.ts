import type { Action } from '../../core/action.ts'
import { isTagged } from '../../core/reply/reply.ts'

/** What a successful answer holds. */
export function answerOf(action: Action): 'nothing' | 'file' | 'output' | 'page' | 'record' {
  if (action.produces) return 'file'
  if (action.status === 204) return 'nothing'
  if (action.output) return 'output'
  return action.method === 'GET' && action.parameters === 'list' ? 'page' : 'record'
}

/** The names in a path such as `/:id/status`. */
export const pathParametersOf = ({ path }: Action): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** It can be repeated under an Idempotency-Key. */
export const isReplayable = ({ method, sensitive }: Action) => method !== 'GET' && !sensitive

/** It changes one record whose version the client may insist on by If-Match. */
export const isVersioned = (action: Action) =>
  isReplayable(action) && (action.isUpsert || action.recordId !== undefined || pathParametersOf(action).includes('id'))

/** It answers one record, or something else as a whole, that If-None-Match can spare the client from receiving again. */
export const isCacheable = (action: Action) =>
  action.method === 'GET' && (answerOf(action) === 'record' || action.isTagged || isTagged(action))
