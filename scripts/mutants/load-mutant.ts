// Loaded before everything else in a process that tests a mutant: one source file gets another text.
import { registerHooks } from 'node:module'
import { mutated } from './mutate-text.ts'

const given = process.env.KONTOR_MUTANT
if (given) {
  const { url, ...edit } = JSON.parse(given)
  registerHooks({
    load(asked, context, next) {
      const loaded = next(asked, context)
      if (asked !== url) return loaded
      return { ...loaded, source: mutated(Buffer.from(loaded.source as Uint8Array).toString(), edit) }
    },
  })
}
