import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seenAt } from './permitted/trials.ts'
import { onEveryDatabase } from './support/databases.ts'
import { offering } from './support/gadget-offers.ts'
import { kontorFor } from './support/kontor.ts'
import { assertRefused, create, createItem, read } from './support/records.ts'

onEveryDatabase('A document that names another one as its source', (kind) => {
  const kontor = kontorFor(kind, offering)
  let maker: string
  let steel: string
  const agreedOffer = async () => {
    const offer = await create(kontor(), '/gadget-offers', { maker, items: [{ item: steel, quantity: 10 }] })
    assert.equal((await kontor().put(`/gadget-offers/${offer.id}/status`, { status: 'agreed' })).status, 200)
    return offer
  }
  const callOff = (gadgetOffer: string, quantity?: number) =>
    kontor().post('/gadget-calls/from-offer', { gadgetOffer, ...(quantity && { items: [{ item: steel, quantity }] }) })

  before(async () => {
    maker = (await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Nord' })).id
    steel = (await createItem(kontor(), { itemName: 'Sheet steel', costPrice: 12.5 })).id
  })

  test('is described with what it is made from, by which action, and what that makes of its source', async () => {
    const documentOf = async (name: string) => (await kontor().get(`/resources/${name}`)).body.data.document
    assert.deepEqual((await documentOf('gadget-offers')).progress, [
      { field: 'callStatus', by: 'gadget-calls', line: 'calledQuantity' },
    ])
    assert.deepEqual((await documentOf('gadget-calls')).sources, [
      { resource: 'gadget-offers', field: 'gadgetOffer', progress: 'callStatus', action: 'create-from-offer' },
    ])
    const { fields } = (await kontor().get('/resources/gadget-offers')).body.data
    const { tones } = fields.find(({ name }: { name: string }) => name === 'callStatus')
    assert.deepEqual(tones, { not_called: 'todo', partly_called: 'partly', called: 'good' })
  })

  test('takes a part, then all that is left, and never more', async () => {
    const { id } = await agreedOffer()
    const first = await callOff(id, 4)
    assert.deepEqual([first.status, first.body.data.total, first.body.data.gadgetOffer], [201, 50, id])
    const partly = await read(kontor(), `/gadget-offers/${id}`)
    assert.deepEqual([partly.callStatus, partly.items[0].calledQuantity], ['partly_called', 4])
    assert.equal((await callOff(id, 7)).status, 422)
    assert.equal((await callOff(id)).body.data.total, 75)
    assert.equal((await read(kontor(), `/gadget-offers/${id}`)).callStatus, 'called')
    assert.equal((await callOff(id)).status, 422)
  })

  test('is permitted by its source only while something is left of it', async () => {
    const { id } = await create(kontor(), '/gadget-offers', { maker, items: [{ item: steel, quantity: 1 }] })
    const verdict = async () =>
      (await seenAt(kontor(), `/gadget-offers/${id}`)).permitted.actions['gadget-calls.create-from-offer']
    assert.equal((await verdict())?.allowed, false)
    assertRefused(await callOff(id), 422, 'DOCUMENT_LOCKED')
    await kontor().put(`/gadget-offers/${id}/status`, { status: 'agreed' })
    assert.deepEqual(await verdict(), { allowed: true })
    await callOff(id)
    assert.equal((await verdict())?.allowed, false)
  })
})
