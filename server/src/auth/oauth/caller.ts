import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from '../../core/access.ts'

/** The request that the provider is handling: its callbacks do not pass it. */
export const caller = new AsyncLocalStorage<Actor>()
