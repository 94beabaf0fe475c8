import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { insertRows } from '../../src/db/bulk/insert-rows.ts'
import { TERM_SLOTS } from '../../src/db/search/lexicon.ts'
import { faultsOf, faultsOfKeptPlan, statementsOf } from '../lists/plans.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { namesFor } from './searching.ts'

/** Far more than a search needs, far less than the dictionary. */
const ROWS_MAX = 500
const WORDS = 8000

onEveryDatabase('A search does not read the whole dictionary', (kind) => {
  const kontor = kontorFor(kind)

  /** Words and numbers of all slots, as many processes write them. Numbers have no place. */
  before(async () => {
    const { engine, post } = kontor()
    const { status, text } = await post('/items', { itemCode: 'DRILL-7001', itemName: 'Cordless drill' })
    assert.equal(status, 201, text)
    const words = Array.from({ length: WORDS }, (_, index) => [
      `word${wordAt(index)}`,
      index % TERM_SLOTS,
      1000 + index,
    ])
    const numbers = Array.from({ length: WORDS }, (_, index) => [`${9_000_000 + index}`, index % TERM_SLOTS, 0])
    const columns = ['term', 'slot', 'sequence']
    await engine.write((connection) => insertRows(engine, connection, 'terms', columns, [...words, ...numbers].flat()))
  })

  const checkPlans = async () => {
    for (const q of ['cordless', 'dril', 'cordless drlil', '7001']) {
      assert.deepEqual(await namesFor(kontor(), q), ['Cordless drill'], q) // it has read all words
      const statements = await statementsOf(kontor(), ['terms', 'postings'], `/search?q=${encodeURIComponent(q)}`)
      assert.ok(
        statements.some(({ sql }) => /"slot" = 3/.test(sql)),
        q,
      )
      for (const statement of statements) {
        if (kind.name === 'SQLite' && !statement.sql.includes('from "terms"')) continue // candidates are sorted
        assert.deepEqual(await faultsOf(kontor(), statement, ROWS_MAX), [], `${q}\n${statement.sql}`)
        if (kind.name !== 'SQLite')
          assert.deepEqual(await faultsOfKeptPlan(kontor(), statement, ROWS_MAX), [], `${q}\n${statement.sql}`)
      }
    }
  }

  test('when the database has no statistics', checkPlans)

  test('when the database has statistics', async () => {
    await kontor().engine.write((connection) => connection.query({ sql: 'analyze', parameters: [] }))
    await checkPlans()
  })
})

/** Letters only: a word with digits is looked for among the numbers too. */
const wordAt = (index: number): string =>
  [...String(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
