import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { migrations } from '../../src/db/migrations/index.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { countsOf, csvOf, imported } from '../imports/importing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { create, createCustomer, createItem, newCode, read } from '../support/records.ts'
import { toys, toysMigration } from '../support/toys.ts'
import { accepted, type Json, refused, ways } from './updates.ts'

onEveryDatabase('Hidden and read-only parts of groups', (kind) => {
  const kontor = kontorFor(kind)
  const address = { street: 'Hafenstraße 12', city: 'Hamburg', state: null, zipCode: '20457', country: 'DE' }

  for (const [rule, paths] of [
    ['readOnly', ['address']],
    ['readOnly', ['address.city', 'address.country']],
    ['hidden', ['address']],
    ['hidden', ['address.city', 'address.country']],
  ] as const) {
    for (const [way, change] of ways)
      test(`${rule} ${paths.join(' and ')}, by ${way}: the stored values stay, and open parts can be changed`, async () => {
        const role = await addRole(kontor().engine, { customers: { can: ['read', 'update'], [rule]: paths } })
        const { token } = await signedIn(kontor(), role)
        const { id } = await createCustomer(kontor(), { address })
        const send = (body: object) => change(kontor(), 'customers', id, body, token)
        const seen = (await kontor().get(`/customers/${id}`, { token })).body.data
        assert.deepEqual(await send({ ...seen, phone: '1' }), accepted)
        for (const sent of [{ city: 'Kiel' }, { city: null }, null])
          assert.equal((await send({ address: sent })).code, 'FIELD_NOT_PERMITTED')
        const isOpen = !(paths as readonly string[]).includes('address')
        assert.equal((await send({ address: { street: 'Markt 1' } })).status, isOpen ? 200 : 403)
        const after = await read(kontor(), `/customers/${id}`)
        assert.deepEqual([after.address, after.phone], [{ ...address, ...(isOpen && { street: 'Markt 1' }) }, '1'])
      })
  }

  test('a row of an import keeps the stored values, and is refused where it carries another one', async () => {
    const can = ['read', 'create', 'update'] as const
    const resource = 'customers'
    const role = await addRole(kontor().engine, { customers: { can, readOnly: ['address.city'] } })
    const { token } = await signedIn(kontor(), role)
    const { id, name } = await createCustomer(kontor(), { name: newCode(), address })
    const importing = (csv: string) => imported(kontor(), csv, { resource }, { token })
    const same = csvOf(['id', 'name', 'address.city', 'address.zipCode'], [id, name, address.city, '20459'])
    assert.deepEqual(countsOf(await importing(same)), [0, 1, 0, 0])
    const other = csvOf(['id', 'name', 'address.city'], [id, name, 'Kiel'], ['', newCode(), 'Kiel'])
    const job = await importing(other)
    assert.deepEqual(countsOf(job), [0, 0, 0, 2])
    for (const { field } of job.errors) assert.equal(field, 'address.city')
    assert.deepEqual((await read(kontor(), `/customers/${id}`)).address, { ...address, zipCode: '20459' })
  })
})

onEveryDatabase('Hidden and read-only parts of the lines of any resource', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, toys], migrations: [...migrations, toysMigration] })
  const can = ['read', 'create', 'update'] as const
  const tokenFor = async (rules: object) =>
    (await signedIn(kontor(), await addRole(kontor().engine, { toys: { can, ...rules } }))).token

  test('a required part that is guarded need not be sent for a stored line, and no line can be added without it', async () => {
    const [bolt, nut] = [await createItem(kontor()), await createItem(kontor())]
    for (const [way, change] of ways) {
      const sent = [
        { part: bolt.id, quantity: 4, note: 'a' },
        { part: nut.id, quantity: 2, note: 'b' },
      ]
      const toy = await create(kontor(), '/toys', { name: newCode(), parts: sent })
      const [first, second] = toy.parts
      const send = async (rules: object, parts: object[]) =>
        change(kontor(), 'toys', toy.id, { parts }, await tokenFor(rules))
      const named = [{ id: second.id }, { id: first.id, part: bolt.id, note: 'c' }]
      assert.deepEqual(await send({ hidden: ['parts.part', 'parts.quantity'] }, [{ id: second.id }, {}]), accepted, way)
      assert.deepEqual(await send({ readOnly: ['parts.part', 'parts.quantity'] }, named), accepted, way)
      const { parts } = await read(kontor(), `/toys/${toy.id}`)
      assert.deepEqual(parts, [
        { ...second, note: null },
        { ...first, note: 'c' },
      ])
      const added = await send({ readOnly: ['parts.quantity'] }, [...parts, { part: nut.id }])
      assert.deepEqual(added, { status: 422, code: 'VALIDATION_ERROR', field: 'parts[2].quantity' }, way)
    }
  })

  for (const rules of [{ readOnly: ['parts.note'] }, { hidden: ['parts.note'] }]) {
    const isHidden = 'hidden' in rules
    test(`whatever lines are sent, no ${isHidden ? 'hidden' : 'read-only'} part takes a value that the client chose`, async () => {
      const items = [await createItem(kontor()), await createItem(kontor())]
      const token = await tokenFor(rules)
      const index = fc.nat({ max: items.length - 1 })
      const storedLines = fc.array(fc.record({ item: index, note: fc.constantFrom('a', 'b', null) }), { maxLength: 4 })
      const sentLine = fc.record(
        {
          item: index,
          /** A stored line by its place, or an id that no line has. */
          id: fc.option(fc.nat({ max: 5 })),
          note: fc.constantFrom('a', 'b', 'chosen', null),
        },
        { requiredKeys: ['item', 'id'] },
      )
      const cases = fc.record({
        storedLines,
        sentLines: fc.array(sentLine, { maxLength: 5 }),
        way: fc.constantFrom(...ways),
      })
      await fc.assert(
        fc.asyncProperty(cases, async ({ storedLines, sentLines, way: [, change] }) => {
          const lineOf = ({ item, note }: Json) => ({
            part: items[item].id,
            quantity: 1,
            ...(note !== undefined && { note }),
          })
          const before = await create(kontor(), '/toys', { name: newCode(), parts: storedLines.map(lineOf) })
          const idAt = (place: number | null) =>
            place === null ? {} : { id: before.parts[place]?.id ?? 'lin_unknown' }
          const parts = sentLines.map((line) => ({ ...idAt(line.id), ...lineOf(line) }))
          const outcome = await change(kontor(), 'toys', before.id, { parts }, token)
          const after = await read(kontor(), `/toys/${before.id}`)
          if (outcome.status !== 200) {
            assert.deepEqual(outcome, refused(outcome.field!))
            assert.match(outcome.field!, /^parts\[\d\]\.note$/)
            assert.deepEqual(after, before)
            return
          }
          assert.equal(isHidden && parts.some((line) => 'note' in line), false, 'a hidden part was accepted')
          assert.equal(after.parts.length, parts.length)
          for (const { id, part, note } of after.parts) {
            const old = before.parts.find((line: Json) => line.id === id)
            assert.equal(note, old?.part === part ? old.note : null)
          }
          const gone = before.parts.filter(({ id }: Json) => after.parts.every((line: Json) => line.id !== id))
          const added = after.parts.filter(({ id }: Json) => before.parts.every((line: Json) => line.id !== id))
          for (const { part } of added)
            assert.ok(
              gone.every((line: Json) => line.part !== part),
              'a line lost its identity',
            )
        }),
        { numRuns: 60 },
      )
    })
  }
})
