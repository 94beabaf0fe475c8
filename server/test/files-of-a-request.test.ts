import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { databaseKinds } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { createCustomer, createItem } from './support/records.ts'

const SOURCE = `${pathToFileURL(join(import.meta.dirname, '../src')).href}/`

/** The source files of which some function was called while the work ran. */
async function filesCalledBy(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    await session.post('Profiler.takePreciseCoverage') // begins to count anew
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.startsWith(SOURCE))
      .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
      .map(({ url }) => url.slice(SOURCE.length))
      .sort()
  } finally {
    session.disconnect()
  }
}

// How many files a newcomer has to read; on PostgreSQL the folder of its engine takes the place of the embedded one.
describe('The path of a request stays short', () => {
  const kontor = kontorFor(databaseKinds[0]!)

  test('a list of items takes at most 45 files', async () => {
    await createItem(kontor())
    const list = () => kontor().get('/items?perPage=5')
    await list() // the second one finds statements and views ready
    const files = await filesCalledBy(list)
    assert.ok(files.includes('core/execute.ts'))
    assert.ok(files.length <= 45, `${files.length} files:\n${files.join('\n')}`)
  })

  test('a new sales order takes at most 70 files', async () => {
    const [{ id: customer }, { id: item }] = await Promise.all([createCustomer(kontor()), createItem(kontor())])
    const order = () => kontor().post('/sales-orders', { customer, items: [{ item, quantity: 1 }] })
    await order()
    const files = await filesCalledBy(order)
    assert.ok(files.includes('resources/documents/document-rules.ts'))
    assert.ok(files.length <= 70, `${files.length} files:\n${files.join('\n')}`)
  })
})
