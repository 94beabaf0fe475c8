import { Refused } from './run.ts'
import { KEYS, lockOf, type Step } from './step.ts'

/** A code that only one row may have. */
export const claimCode = (code: string, looks: boolean): Step => ({
  kind: 'code',
  async run(run) {
    if (looks && (await run.query(run.queries.scan('codes'))).some(([taken]) => taken === code))
      throw new Refused(`The code ${code} is taken.`)
    const row = [code, run.id]
    await run.write(run.queries.insert('codes', row), row)
    run.effects.push(['code', code, 1])
  },
})

export const releaseCode = (code: string): Step => ({
  kind: 'code',
  declares: lockOf('codes', code),
  async run(run) {
    const [row] = await run.query(run.queries.lock('codes', code))
    if (!row) throw new Refused(`The code ${code} is not taken.`)
    run.forget('codes', code)
    await run.query(run.queries.remove('codes', code))
    run.effects.push(['code', code, -1])
  },
})

/** Reads a row without a lock. */
export const peek = (table: string, key: string): Step => ({
  kind: 'peek',
  declares: (queries) => ({ query: queries.get(table, key), key }),
  async run(run) {
    await run.read(run.queries.get(table, key))
  },
})

/** Reads rows with a statement that says what it is about, and not that it only reads. */
export const peekVaguely = (table: string, keys: readonly string[]): Step => ({
  kind: 'peek',
  async run(run) {
    await run.read({ sql: 'select many', table, keys, parameters: [keys] })
  },
})

export const scan = (table: string): Step => ({
  kind: 'scan',
  async run(run) {
    await run.read(run.queries.scan(table))
  },
})

/** A statement that is carried out at once. */
export const touch = (key: string, saysThatItWrites: boolean): Step => ({
  kind: 'touch',
  async run(run) {
    run.forget('touches', key)
    const [row] = await run.query(run.queries[saysThatItWrites ? 'touchAnywhere' : 'touch'](key))
    run.wrote('touches', row!)
    run.effects.push(['touch', key, 1])
  },
})

/** A write that may change any row of its table. */
export const touchAll: Step = {
  kind: 'touch',
  async run(run) {
    run.raised('touches')
    await run.query(run.queries.touchAll())
    for (const key of KEYS.touches) run.effects.push(['touch', key, 1])
  },
}

/** A request that is sent twice is carried out once. */
export const answerOnce = (key: string): Step => ({
  kind: 'once',
  declares: (queries) => ({ query: queries.claim(key), key }),
  async run(run) {
    const [claim] = await run.query(run.queries.claim(key))
    if (claim![1] !== true) throw new Refused(`Another request with ${key} is running.`)
    const [reply] = await run.query(run.queries.get('replies', key))
    if (reply) throw new Refused(`${key} was answered before.`)
    const row = [key, run.id]
    await run.write(run.queries.insert('replies', row), row)
    run.effects.push(['reply', key, 1])
  },
})

/** In its first run, the request asks to run again in the next transaction. */
export const standAside: Step = {
  kind: 'stand aside',
  async run(run) {
    if (run.id.endsWith('.0')) run.setAside()
  },
}

export const refuse: Step = {
  kind: 'refuse',
  async run() {
    throw new Refused('The request is not valid.')
  },
}
