import { type Records, type Store, wholeScope } from '../../core/store.ts'
import { apiKeys, apiKeyUses } from './api-keys.resource.ts'

interface Use {
  readonly lastUsedAt: string
  readonly lastUsedIp: string
  readonly useCount: number
}

/** Collects the uses of keys in memory and stores them periodically: a use must not cost a write per request. */
export class KeyUses {
  readonly #store: Store
  #uses = new Map<string, Use>()

  constructor(store: Store) {
    this.#store = store
  }

  note(id: string, address: string, now: string): void {
    this.#add(id, { lastUsedAt: now, lastUsedIp: address, useCount: 1 })
  }

  async flush(now: string): Promise<void> {
    const uses = [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1)) // sorted, so that two servers never deadlock
    if (uses.length === 0) return
    this.#uses = new Map()
    try {
      await this.#store.write(wholeScope(now), async (records) => {
        for (const [id, use] of uses) await write(records, id, use)
      })
    } catch (error) {
      for (const [id, use] of uses) this.#add(id, use) // tried again later
      throw error
    }
  }

  #add(id: string, use: Use): void {
    this.#uses.set(id, merged(this.#uses.get(id), use))
  }
}

/** The key is locked, so that two servers cannot both insert the first row. A revoked key is skipped. */
async function write(records: Records, id: string, use: Use): Promise<void> {
  if (!(await records.find(apiKeys, { id }))) return
  await records.lock(apiKeys, id)
  const known = await records.find(apiKeyUses, { id })
  if (known) await records.update(apiKeyUses, known, merged(known, use))
  else await records.insert(apiKeyUses, { id, ...use })
}

/** Servers do not write in the order in which the uses happened. */
function merged(known: Use | undefined, use: Use): Use {
  if (!known) return use
  const { lastUsedAt, lastUsedIp } = known.lastUsedAt > use.lastUsedAt ? known : use
  return { lastUsedAt, lastUsedIp, useCount: known.useCount + use.useCount }
}
