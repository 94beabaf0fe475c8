import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'

onEveryDatabase('The language of messages', (kind) => {
  const kontor = kontorFor(kind)
  const german = { 'accept-language': 'de' }
  const errorOf = async (language: string | undefined) => {
    const { body, headers } = await kontor().get('/items/itm_x', {
      headers: language === undefined ? {} : { 'accept-language': language },
    })
    return { message: body.error.message, language: headers['content-language'], vary: String(headers.vary) }
  }

  test('is the first supported one that Accept-Language asks for; otherwise English', async () => {
    for (const [asked, expected] of [
      [undefined, 'en'],
      ['', 'en'],
      ['de', 'de'],
      ['de-AT', 'de'],
      ['DE', 'de'],
      ['fr, de;q=0.8, en;q=0.9', 'en'],
      ['fr, de;q=0.9, en;q=0.8', 'de'],
      ['de;q=0, en', 'en'],
      ['fr', 'en'],
      [';;q=,', 'en'],
    ] as const) {
      const { message, language, vary } = await errorOf(asked)
      assert.equal(language, expected, String(asked))
      assert.match(vary, /Accept-Language/)
      assert.equal(message, { en: 'There is no item "itm_x".', de: 'Nicht gefunden: Artikel „itm_x“.' }[expected])
    }
  })

  test('changes texts only: codes, fields and status are the same', async () => {
    const sent = { itemCode: '', sellingPrice: -1, colour: 'red', taxRate: 101 }
    const english = await kontor().post('/items', sent)
    const translated = await kontor().post('/items', sent, { headers: german })
    assert.equal(translated.status, english.status)
    assert.equal(translated.body.error.code, english.body.error.code)
    const fieldsOf = ({ body }: typeof english) => body.error.details.map(({ field }: { field: string }) => field)
    assert.deepEqual(fieldsOf(translated), fieldsOf(english))
    assert.equal(
      translated.body.error.message,
      '5 Felder sind nicht gültig: colour, itemCode, itemName, sellingPrice, taxRate.',
    )
    assert.deepEqual(
      translated.body.error.details.map(({ message }: { message: string }) => message),
      [
        'Hier gibt es kein Feld „colour“.',
        'Artikelnummer muss angegeben werden.',
        'Bezeichnung muss angegeben werden.',
        'Verkaufspreis darf nicht negativ sein.',
        'Steuersatz darf höchstens 100 sein.',
      ],
    )
  })

  test('is that of warnings, of reasons in records, and of bulk results', async () => {
    const { id: customer } = (await kontor().post('/customers', { name: 'Muster GmbH', creditLimit: 10 })).body.data
    const item = (await kontor().post('/items', { itemCode: 'LANG-1', itemName: 'Bolt', sellingPrice: 50 })).body.data
    const warned = await kontor().put(`/items/${item.id}`, { currentStock: 7 }, { headers: german })
    assert.equal(
      warned.body.meta.warnings[0].message,
      'currentStock ist schreibgeschützt: 7 wurde ignoriert, es bleibt bei 0. Ändern Sie es mit POST /stock-movements.',
    )
    const order = (await kontor().post('/sales-orders', { customer, items: [{ item: item.id, quantity: 1 }] })).body
      .data
    const shown = (await kontor().get(`/sales-orders/${order.id}`, { headers: german })).body.data
    const submit = shown.allowedTransitions.find(({ status }: { status: string }) => status === 'submitted')
    assert.match(submit.reason, /Kreditlimit/)
    assert.equal(submit.blockers[0].message, submit.reason)
    const bulk = await kontor().post(
      '/sales-orders/bulk',
      { action: 'status', ids: [order.id], input: { status: 'submitted' } },
      { headers: german },
    )
    assert.match(bulk.body.data.results[0].error.message, /Kreditlimit/)
    const permitted = await kontor().get(`/customers/${customer}?include=permitted`, { headers: german })
    assert.match(permitted.body.data.permitted.delete.reason, /wird von anderen verwendet/)
  })
})
