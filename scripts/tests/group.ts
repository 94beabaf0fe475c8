// Runs several test files in one process, each as a suite: loading the server takes longer than most of them.
import { stopTrackingPromises } from './promise-tracking.ts'

// Not imported above: `node:test` would be loaded before its tracking can be changed.
const { loaded } = await import('./suites.ts')
await loaded
stopTrackingPromises()
