import type { Actor } from '../../core/access.ts'
import type { Store } from '../../core/store.ts'
import { apiKeyUses } from './api-keys.resource.ts'

interface Use {
  lastUsedAt: string
  lastUsedIp: string
  useCount: number
}

/** Remembers which keys were used, and writes it down now and then: being used must not cost a write per request. */
export class KeyUses {
  readonly #store: Store
  #uses = new Map<string, Use>()

  constructor(store: Store) {
    this.#store = store
  }

  note({ credential, address }: Actor, now: string): void {
    if (credential?.kind !== 'key') return
    const useCount = (this.#uses.get(credential.id)?.useCount ?? 0) + 1
    this.#uses.set(credential.id, { lastUsedAt: now, lastUsedIp: address, useCount })
  }

  async flush(now: string): Promise<void> {
    const uses = [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1)) // in one order everywhere: see deadlocks
    if (uses.length === 0) return
    this.#uses = new Map()
    await this.#store.write({ now, userId: null, ownOnly: () => false }, async (records) => {
      for (const [id, use] of uses) {
        const known = await records.find(apiKeyUses, { id })
        if (!known) await records.insert(apiKeyUses, { id, ...use })
        else {
          const kept = await records.lock(apiKeyUses, id)
          await records.update(apiKeyUses, kept, { ...use, useCount: kept.useCount + use.useCount })
        }
      }
    })
  }
}
