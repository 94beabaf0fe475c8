import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, createItem, itemBody, leavingAsItWas, newCode, read, times } from '../support/records.ts'

onEveryDatabase('No two items share an itemCode', (kind) => {
  const kontor = kontorFor(kind)
  const refuseCreate = (itemCode: string) =>
    leavingAsItWas(kontor(), 'items', async () => {
      assertInvalid(await kontor().post('/items', itemBody({ itemCode })), 'itemCode')
    })

  test('a code that is taken is refused on itemCode', async () => {
    const { itemCode } = await createItem(kontor())
    await refuseCreate(itemCode)
  })

  test('the case of the letters makes no difference, nor how an accent is encoded', async () => {
    await createItem(kontor(), { itemCode: 'Bolt-Größe-é' })
    await refuseCreate('BOLT-GRÖßE-É')
    await refuseCreate('bolt-größe-é'.normalize('NFD'))
  })

  test('the code is shown in the letters in which it was sent', async () => {
    const { id } = await createItem(kontor(), { itemCode: 'MixedCase-9' })
    assert.equal((await read(kontor(), `/items/${id}`)).itemCode, 'MixedCase-9')
  })

  test('accents do make a difference', async () => {
    await createItem(kontor(), { itemCode: 'Cafe' })
    await createItem(kontor(), { itemCode: 'Café' })
  })

  test('an update cannot take the code of another item, and changes nothing else either', async () => {
    const { itemCode } = await createItem(kontor())
    const other = await createItem(kontor())
    for (const taken of [itemCode, itemCode.toLowerCase()]) {
      const answer = await kontor().put(`/items/${other.id}`, { itemCode: taken, itemName: 'Hammer' })
      assertInvalid(answer, 'itemCode')
    }
    assert.deepEqual(await read(kontor(), `/items/${other.id}`), other)
  })

  test('an item may keep its own code, in other letters too', async () => {
    const { id, itemCode } = await createItem(kontor())
    assert.equal((await kontor().put(`/items/${id}`, { itemCode })).status, 200)
    const lower = itemCode.toLowerCase()
    assert.equal((await kontor().put(`/items/${id}`, { itemCode: lower })).body.data.itemCode, lower)
  })

  test('a code is free again once its item has another, or is deleted', async () => {
    const first = await createItem(kontor())
    await kontor().put(`/items/${first.id}`, { itemCode: newCode() })
    const second = await createItem(kontor(), { itemCode: first.itemCode })
    await kontor().delete(`/items/${second.id}`)
    await createItem(kontor(), { itemCode: first.itemCode })
  })

  for (const count of [2, 32]) {
    test(`of ${count} parallel creates with the same code exactly one wins`, async () => {
      const itemCode = newCode()
      const cased = (index: number) => (index % 2 ? itemCode.toLowerCase() : itemCode)
      const answers = await times(count, (index) => kontor().post('/items', itemBody({ itemCode: cased(index) })))
      assert.equal(answers.filter(({ status }) => status === 201).length, 1)
      for (const answer of answers) if (answer.status !== 201) assertInvalid(answer, 'itemCode')
      const { body } = await kontor().get(`/items?itemCode[like]=${itemCode}`)
      assert.equal(body.data.filter((item: { itemCode: string }) => item.itemCode.toUpperCase() === itemCode).length, 1)
    })
  }
})
