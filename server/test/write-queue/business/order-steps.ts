import type { Values } from '../../../src/db/engine.ts'
import { Refused } from './run.ts'
import { lockOf, type Step } from './step.ts'

/** Sells so many of an item, if there are as many. */
export const sell = (item: string, quantity: number, isBlind: boolean): Step => ({
  kind: 'sell',
  declares: lockOf('items', item),
  async run(run) {
    const [row] = await run.query(run.queries.lock('items', item))
    if (!row || (row[1] as number) < quantity) throw new Refused(`There are not enough of ${item}.`)
    const after = [item, (row[1] as number) - quantity]
    await run.write(run.queries[isBlind ? 'updateBlindly' : 'update']('items', after), after)
    run.effects.push(['stock', item, -quantity])
  },
})

/** Takes a number. With it comes a count that only the lock of another row protects, and a look at all numbers so far. */
export const takeNumber = (series: string, isCounted: boolean, looks: boolean): Step => ({
  kind: 'number',
  declares: (queries) => ({ query: queries.lockSeries(series), key: series }),
  async run(run) {
    const number = await run.takeNumber(series)
    const row = [`${run.id} ${series} ${number}`, series, number]
    await run.write(run.queries.insert('numbers', row), row)
    run.effects.push(['number', series, 1])
    if (isCounted) {
      await run.query(run.queries.lock('guards', series))
      const [counted] = await run.query(run.queries.get('counted', series))
      const after = [series, (counted![1] as number) + 1]
      await run.write(run.queries.update('counted', after), after)
      run.effects.push(['counted', series, 1])
    }
    if (!looks) return
    const numbers = (await run.query(run.queries.scan('numbers'))).filter((found) => found[1] === series)
    if (numbers.length !== number) run.problems.push(`${run.id} took ${series} ${number}, and sees ${numbers.length}`)
  },
})

/** Changes a row that is contended, at once and not at the commit. */
export const count = (meter: string, isBlind: boolean): Step => ({
  kind: 'meter',
  declares: (queries) => ({ query: queries.lockContended('meters', meter), key: meter }),
  async run(run) {
    const [row] = await run.query(run.queries.lockContended('meters', meter))
    const after = [meter, (row![1] as number) + 1]
    await run.write(run.queries[isBlind ? 'updateBlindly' : 'update']('meters', after), after)
    run.effects.push(['meter', meter, 1])
  },
})

/** Adds a line to a document, whose lines only the lock of the document protects. */
export const amend = (doc: string, isWhole: boolean): Step => ({
  kind: 'amend',
  declares: lockOf('docs', doc),
  async run(run) {
    const { queries } = run
    const [row] = await run.query(queries.lock('docs', doc))
    const lines = await run.query(queries.get('lines', doc))
    if (lines.length !== row![1]) run.problems.push(`${run.id} sees ${lines.length} of ${row![1]} lines of ${doc}`)
    const all: Values[] = [...lines, [doc, lines.length, run.id]]
    if (isWhole) await run.query(queries.removeLines(doc))
    for (const line of isWhole ? all : all.slice(-1)) await run.query(queries.insertLine(line, all))
    const after = [doc, all.length]
    await run.write(queries.update('docs', after), after)
    run.effects.push(['lines', doc, 1])
  },
})

/** A new document, with lines that point to it. */
export const draft = (count: number): Step => ({
  kind: 'draft',
  async run(run) {
    const row = [`${run.id} draft ${run.effects.length}`, count]
    const lines = Array.from({ length: count }, (_, position): Values => [row[0], position, run.id])
    await run.write(run.queries.insert('docs', row), row)
    for (const line of lines) await run.query(run.queries.insertLine(line, lines))
    run.effects.push(['lines', row[0] as string, count])
  },
})
