import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { withWords } from '../../i18n/i18n.ts'

/** The first load has nothing to do with it. */
const START_MS = 5_000
const BUSY_MS = 1_000

/** The user has asked the browser to save data. Not every browser tells. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Loads what follows changes, once the page has been loaded. A page that cannot load it works without. */
export function StartLive() {
  const client = useQueryClient()
  const [Live, setLive] = useState<ComponentType>()
  useEffect(() => {
    if (savesData()) return
    const start = () => {
      if (client.isFetching() > 0) timer = setTimeout(start, BUSY_MS)
      else
        withWords('live', import('./live-changes.tsx')).then(
          (module) => setLive(() => module.LiveChanges),
          () => undefined,
        )
    }
    let timer = setTimeout(start, START_MS)
    return () => clearTimeout(timer)
  }, [client])
  return Live && <Live />
}
