// Runs several test files in one process, each as a suite: loading the server takes longer than most of them.
import { AsyncResource } from 'node:async_hooks'
import { join } from 'node:path'
import { root } from './files.ts'
import { stopTrackingPromises } from './promise-tracking.ts'

const { suite } = await import('node:test')
await import('./at-end.ts')

const areLoaded = Promise.withResolvers<void>()
let last: Promise<unknown> = Promise.resolve()
for (const file of process.argv.slice(2))
  suite(file, async () => {
    // One after the other: otherwise a module that two files import would give the tests of both to one suite.
    const load = last.then(AsyncResource.bind(() => import(join(root, file))))
    last = load.catch(() => undefined)
    await load.finally(() => areLoaded.promise)
  })
areLoaded.resolve(last.then(stopTrackingPromises))
