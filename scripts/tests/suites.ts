import { join } from 'node:path'
import { suite } from 'node:test'
import './at-end.ts'
import { root } from './files.ts'

const imports = process.argv.slice(2).map((file) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  suite(file, () => import(join(root, file)).finally(resolve))
  return promise
})

/** All files have defined their tests, as far as they could be loaded. */
export const loaded = Promise.all(imports)
