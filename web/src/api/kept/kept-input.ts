/**
 * What was typed into forms and not saved yet, so that a reload or a crash does not lose it. It belongs to one tab and one
 * user, and ends with the tab.
 */
export interface KeptInput {
  /** When it was typed last. */
  readonly at: string
  readonly input: unknown
}

const PREFIX = 'kontor.typed.'
/** In characters, for each form. */
const SIZE_MAX = 500_000
const FORMS_MAX = 8

const keysIn = (storage: Storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX))

function read(key: string, storage: Storage): KeptInput | undefined {
  try {
    const { at, input } = JSON.parse(storage.getItem(PREFIX + key) ?? '{}')
    return typeof at === 'string' && input ? { at, input } : undefined
  } catch {
    return undefined
  }
}

/** The oldest make room. */
function trim(storage: Storage): void {
  const kept = keysIn(storage).map((key) => ({ key, at: read(key.slice(PREFIX.length), storage)?.at ?? '' }))
  const oldest = kept.toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(0, -FORMS_MAX)
  for (const { key } of oldest) storage.removeItem(key)
}

export const keptInputs = {
  read: (key: string, storage: Storage = sessionStorage): KeptInput | undefined => read(key, storage),
  /** What is too large, or finds no room, is not kept. */
  write(key: string, input: unknown, storage: Storage = sessionStorage): void {
    const text = JSON.stringify({ at: new Date().toISOString(), input } satisfies KeptInput)
    try {
      if (text.length > SIZE_MAX) storage.removeItem(PREFIX + key)
      else storage.setItem(PREFIX + key, text)
      trim(storage)
    } catch {
      storage.removeItem(PREFIX + key)
    }
  },
  remove: (key: string, storage: Storage = sessionStorage): void => storage.removeItem(PREFIX + key),
  /** When the user signs out. */
  clear(storage: Storage = sessionStorage): void {
    for (const key of keysIn(storage)) storage.removeItem(key)
  },
}
