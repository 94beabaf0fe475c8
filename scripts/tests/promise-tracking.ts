// The test runner follows every promise to tell which test an error or a further test belongs to. That takes a fifth of the
// processor time of a test process, and only while files are loaded a test depends on it. Loaded before `node:test`.
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
const stops: (() => void)[] = []

asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  stops.push(() => {
    hook.disable()
    createHook({ ...callbacks, trackPromises: false }).enable()
  })
  return hook
}

/** From now on only timers, connections and the like are followed. */
export function stopTrackingPromises(): void {
  asyncHooks.createHook = createHook
  for (const stop of stops) stop()
}

// The runner cannot say any more which test left a rejection that nothing handles: its stack says it.
const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))
process.on('exit', () => {
  for (const reason of unhandled) console.error('A rejection that nothing handles:', reason)
})
