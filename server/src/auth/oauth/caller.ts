import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from '../../core/access.ts'

/** Who is behind what the provider is doing: it calls us back without telling. */
export const caller = new AsyncLocalStorage<Actor>()
