import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { migrations } from '../../src/db/migrations/index.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { createCustomer } from '../support/records.ts'
import { toys, toysMigration } from '../support/toys.ts'
import { type FileType, importedFile, TYPES } from './files.ts'
import type { Json } from './importing.ts'

const hostile = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n,;|"\'＝a <&>_x0D\ufffd'), maxLength: 12 })
const entry = fc.stringMatching(/^[a-z0-9]{1,8}$/)

/** A body of a toy with a value of every kind; of those that may be missing, some are. */
const toy = (owner: string) =>
  fc.record({
    colour: fc.constantFrom('red', 'blue', 'green'),
    status: fc.constantFrom('new', 'worn', 'broken'),
    price: fc.option(fc.integer({ min: 0, max: 10_000_000 }).map((value) => value / 10_000)),
    boughtOn: fc.option(
      fc
        .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ),
    isLoved: fc.boolean(),
    owner: fc.constantFrom(owner, null),
    box: fc.record({
      width: fc.option(fc.integer({ min: 0, max: 1000 }).map((value) => value / 8)),
      label: fc.option(hostile),
    }),
    tags: fc.array(entry, { maxLength: 3 }),
  })

onEveryDatabase('A file that Kontor wrote', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, toys], migrations: [...migrations, toysMigration] })
  let count = 0

  const exported = async (format: FileType) => (await kontor().get(`/toys/export?format=${format}&order=asc`)).bytes
  const stored = async (): Promise<Json[]> =>
    (await kontor().get('/toys?perPage=100&order=asc')).body.data.map(
      ({ updatedAt: _, version: __, ...rest }: Json) => rest,
    )

  for (const format of Object.keys(TYPES) as FileType[]) {
    test(`gives back values of every kind when it is imported as ${format}, and is the same when it is written again`, async () => {
      const { id: owner } = await createCustomer(kontor())
      await fc.assert(
        fc.asyncProperty(
          fc.array(toy(owner as string), { minLength: 1, maxLength: 8, size: 'max' }),
          async (bodies) => {
            for (const { id } of await stored()) await kontor().delete(`/toys/${id}`)
            for (const body of bodies) {
              const { status, text } = await kontor().post('/toys', { name: `Toy ${++count}`, ...body })
              assert.equal(status, 201, text)
            }
            const [before, file] = [await stored(), await exported(format)]
            // An empty cell leaves a field as it is: only what has a value is changed.
            for (const { id, price, boughtOn, box } of before) {
              const changes = {
                colour: 'red',
                status: 'new',
                isLoved: false,
                ...(price !== null && { price: 1 }),
                ...(boughtOn !== null && { boughtOn: '2000-02-29' }),
                ...(box.label && { box: { label: 'changed' } }),
              }
              assert.equal((await kontor().put(`/toys/${id}`, changes)).status, 200)
            }
            const job = await importedFile(kontor(), format, file, 'resource=toys&mode=update')
            assert.equal(job.failed, 0, JSON.stringify(job.errors))
            assert.deepEqual(await stored(), before)
            const again = await importedFile(kontor(), format, await exported(format), 'resource=toys&mode=update')
            assert.equal(again.skipped, before.length, 'nothing is left to be changed')
          },
        ),
        { numRuns: 3 },
      )
    })
  }
})
