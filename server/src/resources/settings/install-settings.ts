import { type Store, wholeScope } from '../../core/store.ts'
import { emptyOf } from '../../model/input.ts'
import { SETTINGS_ID, settings } from './settings.resource.ts'

/** Puts the one record there at the first start. */
export async function installSettings(store: Store, now: string): Promise<void> {
  await store.write(wholeScope(now), async (records) => {
    if (!(await records.claim('settings')) || (await records.find(settings, { id: SETTINGS_ID }))) return
    const defaults = Object.entries(settings.fields).map(([name, field]) => [name, emptyOf(field)])
    await records.insert(settings, { id: SETTINGS_ID, ...Object.fromEntries(defaults) })
  })
}
