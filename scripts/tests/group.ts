// Runs several test files in one process, each as a suite: loading the server takes longer than most of them.
import { join } from 'node:path'
import { suite } from 'node:test'
import './at-end.ts'
import { root } from './files.ts'

for (const file of process.argv.slice(2))
  suite(file, async () => {
    await import(join(root, file))
  })
