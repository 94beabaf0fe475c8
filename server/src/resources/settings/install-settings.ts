import { type Store, wholeScope } from '../../core/store.ts'
import { emptyOf } from '../../model/input.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { numberedIn } from './numbering/patterns.ts'
import { patternOf } from './settings.operations.ts'
import { SETTINGS_ID, type Settings, settings } from './settings.resource.ts'

/** Puts the one record there at the first start. Types of documents that a new version has get their patterns. */
export async function installSettings(store: Store, now: string, catalog: readonly Resource[]): Promise<void> {
  const complete = (kept: Settings) => {
    const missing = numberedIn(catalog).filter(({ name }) => kept.numberPatterns[name] === undefined)
    const added = Object.fromEntries(missing.map((resource) => [resource.name, patternOf(kept, resource)]))
    return missing.length > 0 ? { numberPatterns: { ...kept.numberPatterns, ...added } } : undefined
  }
  await store.write(wholeScope(now), async (records) => {
    if (!(await records.claim('settings'))) return
    const kept = await records.find(settings, { id: SETTINGS_ID })
    if (kept) {
      const added = complete(kept)
      if (added) await records.amend(settings, await records.lock(settings, SETTINGS_ID), added)
      return
    }
    const defaults = Object.entries(settings.fields).map(([name, field]) => [name, emptyOf(field)])
    const fresh = Object.fromEntries(defaults) as AnyRecord
    await records.insert(settings, { id: SETTINGS_ID, ...fresh, ...complete(fresh as Settings) })
  })
}
