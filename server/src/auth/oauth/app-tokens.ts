import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import type { Bearer } from '../identify.ts'

/** What an app that its user let in presents itself with. */
export const isAppToken = (_token: string): boolean => false

export async function appBehind(_reads: Reads, _token: string, _now: string): Promise<Bearer> {
  throw new Problem('INVALID_TOKEN')
}
