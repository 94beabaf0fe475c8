import assert from 'node:assert/strict'
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type Checkout, createCheckout, type Ended } from '../support/checkout.ts'

const GADGETS = 'server/test/support/gadgets.resource.ts'
const INDEX = 'server/src/db/migrations/index.ts'

describe('kontor new-migration', () => {
  const checkout: Checkout = createCheckout()
  after(() => checkout.remove())

  const filesNow = () => globSync('server/src/db/migrations/*.ts', { cwd: checkout.pathOf('.') }).sort()
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(checkout.pathOf(file), 'utf8')
    assert.ok(text.includes(from), from)
    writeFileSync(checkout.pathOf(file), text.replace(from, to))
  }
  const assertEnded = ({ code, output }: Ended, expected: number, says: RegExp) => {
    assert.equal(code, expected, output)
    assert.match(output, says)
  }
  const written = () => {
    const file = filesNow().findLast((path) => /\/\d+-/.test(path))!
    return { file, text: readFileSync(checkout.pathOf(file), 'utf8') }
  }
  const assertClean = async () => {
    for (const { code, output } of await checkout.check(written().file, INDEX)) assert.equal(code, 0, output)
  }

  test('writes nothing where the migrations build what is declared', async () => {
    const before = filesNow()
    assertEnded(await checkout.kontor('new-migration', 'nothing'), 0, /Nothing was written/)
    assert.deepEqual(filesNow(), before)
  })

  test('writes the tables of a new resource and its line in the index; the code passes tsc and Biome', async () => {
    cpSync(join(import.meta.dirname, '../support/gadgets.resource.ts'), checkout.pathOf(GADGETS))
    change('server/src/resources/catalog.ts', '= [', '= [\n  gadgets,')
    change(
      'server/src/resources/catalog.ts',
      '\n\n',
      `\nimport { gadgets } from '../../test/support/gadgets.resource.ts'\n\n`,
    )
    const before = filesNow().length
    assertEnded(
      await checkout.kontor('new-migration', 'gadgets'),
      0,
      /^Wrote \S+\/\d{4}-gadgets\.ts and its line in index\.ts\.\n$/,
    )
    assert.equal(filesNow().length, before + 1)
    assert.match(written().text, /createRecords\(\n {6}'gadgets',\n/)
    assert.match(written().text, /createLines\(\n {6}'gadgets',\n {6}'parts',\n/)
    assert.match(
      readFileSync(checkout.pathOf(INDEX), 'utf8'),
      /import \{ gadgets \} from '\.\/\d{4}-gadgets\.ts'\n[\s\S]*\n {2}gadgets,\n\]\n$/,
    )
    await assertClean()
  })

  test('finds nothing left to do once the migration is there', async () => {
    assertEnded(await checkout.kontor('new-migration', 'gadgets-again'), 0, /Nothing was written/)
  })

  test('adds the column and the index of a new field', async () => {
    change(
      GADGETS,
      'weight: quantity()',
      `weight: quantity(), colour: choice(['red'], { default: 'red', indexed: true })`,
    )
    assertEnded(await checkout.kontor('new-migration', 'gadget-colours'), 0, /^Wrote \S+-gadget-colours\.ts/)
    assert.match(readFileSync(checkout.pathOf(INDEX), 'utf8'), /\n {2}gadgetColours,\n\]\n$/)
    const { text } = written()
    assert.match(text, /await schema\.addColumn\('gadgets', 'colour', required\.text, 'red'\)\n/)
    assert.match(text, /await schema\.createIndex\('gadgets', 'colour'\)\n/)
    await assertClean()
  })

  test('writes what it cannot decide as a comment, and says it on the terminal', async () => {
    change(GADGETS, 'seenAt: instant({ indexed: true }),', 'rank: integer({ required: true }),')
    const ended = await checkout.kontor('new-migration', 'gadget-ranks')
    const notes = [/gadgets\.seenAt is no longer declared\./, /gadgets\.rank is new and has no default\./]
    for (const note of notes) {
      assertEnded(ended, 0, note)
      assert.match(written().text.replaceAll(/\n +\/\/ /g, ' '), note)
    }
    await assertClean()
  })

  const refused: readonly (readonly [RegExp, readonly string[]])[] = [
    [/The name is missing/, []],
    [/"two" is one argument too many/, ['one', 'two']],
    [/"Gadgets" is not in kebab-case/, ['Gadgets']],
    [/"purchase_orders" is not in kebab-case/, ['purchase_orders']],
    [/"purchase--orders" is not in kebab-case/, ['purchase--orders']],
    [/"\.\.\/gadgets" is not in kebab-case/, ['../gadgets']],
    [/"import" is a reserved word/, ['import']],
    [/"required" is a reserved word/, ['required']],
    [/There is a migration "0003-items" already/, ['items']],
    [/There is a migration "\d{4}-gadgets" already/, ['gadgets']],
  ]
  describe('refuses and writes nothing', { concurrency: true }, () => {
    for (const [reason, words] of refused) {
      test(`kontor new-migration ${words.join(' ')}`, async () => {
        const before = filesNow()
        assertEnded(await checkout.kontor('new-migration', ...words), 2, reason)
        assert.deepEqual(filesNow(), before)
      })
    }
  })

  test('opens no database of the user', () => {
    assert.equal(existsSync(checkout.pathOf('data')), false)
  })
})
