import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { isKontorError, Kontor, KontorError } from '../src/index.ts'
import { faultyFetch, siteFor } from './site.ts'

onEveryDatabase('The client', (kind) => {
  const site = siteFor(kind)

  test('creates, reads, lists, updates, patches and deletes a record', async () => {
    const kontor = site().client()
    const {
      data: item,
      meta,
      etag,
    } = await kontor.items.create({ itemCode: 'A-1', itemName: 'Axle', category: 'Brakes' })
    assert.deepEqual([item.itemName, item.version, meta], ['Axle', 1, {}])
    assert.match(etag!, /^"1-.+"$/)
    assert.deepEqual((await kontor.items.get(item.id)).data, item)
    const listed = await kontor.items.list({ filter: { category: 'Brakes' }, sort: 'createdAt', perPage: 5 })
    assert.deepEqual(listed.data, [item])
    assert.deepEqual([listed.meta.total, listed.meta.hasMore], [1, false])
    const { data: updated } = await kontor.items.update(item.id, { sellingPrice: 3 })
    assert.deepEqual([updated.sellingPrice, updated.version], [3, 2])
    assert.equal((await kontor.items.patch(item.id, { category: null })).data.category, null)
    assert.equal((await kontor.items.delete(item.id)).data, undefined)
    await assert.rejects(kontor.items.get(item.id), { name: 'KontorError', code: 'NOT_FOUND', status: 404 })
  })

  test('writes filters as the API reads them: operators, lists with commas inside values, null, selected fields', async () => {
    const kontor = site().client()
    const names = ['Nut, small', 'Nut, large', 'Washer']
    for (const [index, itemName] of names.entries())
      await kontor.items.create({
        itemCode: `N-${index}`,
        itemName,
        sellingPrice: index * 10,
        category: index ? 'Nuts' : null,
      })
    const namesOf = async (filter: object) =>
      (await kontor.items.list({ filter, sort: 'itemCode', order: 'asc', fields: ['itemName'] })).data.map(
        ({ itemName }) => itemName,
      )
    assert.deepEqual(await namesOf({ itemName: { in: names.slice(0, 2) } }), names.slice(0, 2))
    assert.deepEqual(await namesOf({ sellingPrice: { gte: 10, lt: 20 } }), [names[1]])
    assert.deepEqual(await namesOf({ category: null }), [names[0]])
    const { data } = await kontor.items.list({ fields: ['itemCode'], perPage: 1 })
    assert.deepEqual(Object.keys(data[0]!), ['id', 'itemCode'])
    for (const item of (await kontor.items.list()).data) await kontor.items.delete(item.id)
  })

  test('reads and upserts a record by a unique field', async () => {
    const kontor = site().client()
    const { data: created } = await kontor.items.upsert('externalIds.shop', '10/1', {
      itemCode: 'K-1',
      itemName: 'Key',
    })
    assert.deepEqual([created.version, created.externalIds], [1, { shop: '10/1' }])
    const { data: changed } = await kontor.items.upsert('itemCode', 'k-1', { itemName: 'Lock' }, { version: 1 })
    assert.deepEqual([changed.id, changed.itemName], [created.id, 'Lock'])
    assert.deepEqual((await kontor.items.by('externalIds.shop', '10/1')).data, changed)
    await assert.rejects(kontor.items.by('itemCode', 'none'), { code: 'NOT_FOUND', status: 404 })
    await assert.rejects(kontor.items.by('itemCode', ''), TypeError)
    const { data: customer } = await kontor.customers.create({ name: 'Acme' })
    const order = await kontor.salesOrders.create({
      customer: customer.id,
      items: [{ item: { itemCode: 'K-1' }, quantity: 1 }],
    })
    assert.equal(order.data.items[0]!.item, created.id)
    await kontor.salesOrders.delete(order.data.id)
    await kontor.customers.delete(customer.id)
    await kontor.items.delete(created.id)
  })

  test('sends a file as it is, and reads it back', async () => {
    const kontor = site().client()
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    const { data } = await kontor.settings.setLogo(new Blob([picture], { type: 'image/svg+xml' }))
    assert.ok(data.logo)
    const logo = await kontor.settings.logo()
    assert.deepEqual([logo.type, new TextDecoder().decode(await logo.bytes())], ['image/svg+xml', picture])
    const text = kontor.settings.setLogo(new Blob([picture], { type: 'text/plain' }))
    await assert.rejects(text, { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 })
    assert.equal((await kontor.settings.deleteLogo()).data, undefined)
  })

  test('sends a file with parameters, and gets one in the format that it asks for', async () => {
    const kontor = site().client()
    const { id } = (await kontor.items.create({ itemCode: 'FILE-1', itemName: 'Bolt' })).data
    const file = await kontor.items.export({ format: 'ndjson', filter: { itemCode: 'FILE-1' } })
    assert.equal(file.type, 'application/x-ndjson')
    const content = new Blob([(await file.text()).replace('Bolt', 'Nut')], { type: file.type })
    const { data } = await kontor.imports.files(content, { resource: 'items', mode: 'update' })
    assert.deepEqual([data.status === 'checking' || data.status === 'checked', data.mode], [true, 'update'])
    await kontor.items.delete(id)
  })

  test('reads a whole list page by page', async () => {
    const kontor = site().client()
    for (let index = 0; index < 5; index++) await kontor.customers.create({ name: `Customer ${index}` })
    const { fetch, sent } = faultyFetch([])
    const found: string[] = []
    for await (const { name } of site()
      .client({ fetch })
      .customers.all({ perPage: 2, sort: 'createdAt', order: 'asc' }))
      found.push(name)
    assert.deepEqual(
      found,
      [0, 1, 2, 3, 4].map((index) => `Customer ${index}`),
    )
    assert.equal(sent.length, 3)
    assert.ok(sent.slice(1).every(({ address }) => address.includes('cursor=')))
    const stop = new AbortController()
    await assert.rejects(async () => {
      for await (const _ of kontor.customers.all({ perPage: 2 }, { signal: stop.signal })) stop.abort()
    }, /abort/i)
  })

  test('changes a record only in the version that is given', async () => {
    const kontor = site().client()
    const { data, etag } = await kontor.customers.create({ name: 'Versioned' })
    await kontor.customers.update(data.id, { name: 'Second' }, { version: data.version })
    const stale = kontor.customers.update(data.id, { name: 'Third' }, { version: data.version })
    await assert.rejects(stale, { code: 'VERSION_MISMATCH', status: 412 })
    await assert.rejects(kontor.customers.update(data.id, { name: 'Third' }, { ifMatch: etag! }), { status: 412 })
  })

  test('does business: status, invoice from an order, PDF, payment, bulk, import, export, reports, search', async () => {
    const kontor = site().client()
    const { data: item } = await kontor.items.create({ itemCode: 'B-1', itemName: 'Bolt', sellingPrice: 10 })
    const { data: customer } = await kontor.customers.create({ name: 'Trading partner' })
    const order = { customer: customer.id, items: [{ item: item.id, quantity: 2 }] }
    const { data: made } = await kontor.salesOrders.create(order)
    const moved = await kontor.salesOrders.setStatus(made.id, { status: 'submitted' })
    assert.equal(moved.data.status, 'submitted')
    assert.deepEqual(
      moved.meta.warnings?.map(({ code }) => code),
      ['BACKORDER'],
    )
    const { data: invoice } = await kontor.invoices.fromOrder({ salesOrder: made.id })
    const pdf = await kontor.invoices.pdf(invoice.id)
    assert.deepEqual([pdf.type, pdf.name], ['application/pdf', `${invoice.invoiceNumber}.pdf`])
    assert.equal(new TextDecoder().decode((await pdf.bytes()).slice(0, 5)), '%PDF-')
    await kontor.payments.create({ invoice: invoice.id, amount: invoice.total })
    const bulk = await kontor.items.bulk({ action: 'update', ids: [item.id], input: { category: 'Bulk' } })
    assert.deepEqual([bulk.data.succeeded, bulk.data.failed], [1, 0])
    const csv = await (await kontor.items.export({ filter: { category: 'Bulk' }, fields: ['itemCode'] })).text()
    assert.equal(csv, `id,itemCode\r\n${item.id},B-1\r\n`)
    const { data: checked } = await kontor.imports.create({ resource: 'items', csv: 'Code,Name\nB-2,Nut\n' })
    assert.deepEqual([checked.dryRun, checked.columns], [true, ['Code', 'Name']])
    assert.equal((await kontor.reports.sales({ interval: 'month' })).data.periods.length > 0, true)
    const { data: hits } = await kontor.search({ q: 'Bolt', types: ['items'] })
    assert.equal(hits.items?.[0]?.id, item.id)
    assert.ok((await kontor.items.history(item.id, { perPage: 5 })).data.some(({ action }) => action === 'create'))
    const { data: settings } = await kontor.request('GET /settings')
    assert.equal((await kontor.settings.get()).data.version, settings.version)
  })

  test('throws a refusal with its code, every invalid field and the id of the request', async () => {
    const error: unknown = await site()
      .client()
      .items.create({ itemCode: '', itemName: '' })
      .catch((caught) => caught)
    assert.ok(isKontorError(error, 'VALIDATION_ERROR'))
    assert.ok(error instanceof KontorError)
    assert.deepEqual(
      error.details.map(({ field }) => field),
      ['itemCode', 'itemName'],
    )
    assert.equal(error.status, 422)
    assert.match(error.requestId!, /^[\w-]{8,64}$/)
    assert.ok(!isKontorError(error, 'NOT_FOUND'))
    assert.ok(!isKontorError(new Error('something else')))
  })

  test('refuses an empty id, and more than one credential, before anything is sent', async () => {
    await assert.rejects(site().client().items.get(''), /An id must be a text that is not empty/)
    assert.throws(() => new Kontor({ baseUrl: site().origin, apiKey: 'a', token: 'b' }), /Give one credential only/)
  })

  test('has a method for every operation of the API', async () => {
    const kontor = site().client() as unknown as Record<string, unknown>
    const { body } = await site().server.get('/openapi.json')
    const tags = Object.values<Record<string, { tags: string[] }>>(body.paths).flatMap(
      ({ parameters: _, ...methods }) => Object.values(methods).map((operation) => operation.tags[0]!),
    )
    for (const tag of new Set(tags))
      if (tag !== 'service' && tag !== 'any-resource') {
        const name = tag.replace(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase())
        assert.ok(kontor[name], name)
      }
  })
})
