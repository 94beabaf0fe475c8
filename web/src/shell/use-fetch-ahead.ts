import { useEffect } from 'react'

const IDLE_MS = 2_000

/** Loads a part soon after the page is shown, before it is asked for. What fails is loaded again when it is. */
export function useFetchAhead(load: () => Promise<unknown>, onLoaded: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page.
  useEffect(() => {
    const timer = setTimeout(() => load().then(onLoaded, () => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
}
