// Runs several test files in one process, each as a suite: loading the server takes longer than most of them.
import { join } from 'node:path'
import { root } from './files.ts'
import { stopTrackingPromises } from './promise-tracking.ts'

const { suite } = await import('node:test')
await import('./at-end.ts')

const files = process.argv.slice(2)
const areLoaded = Promise.withResolvers<void>()
let loading = files.length
for (const file of files)
  suite(file, async () => {
    try {
      await import(join(root, file))
    } finally {
      if (--loading === 0) areLoaded.resolve(stopTrackingPromises())
      await areLoaded.promise
    }
  })
