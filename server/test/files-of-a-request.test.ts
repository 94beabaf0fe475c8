import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { databaseKinds } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { createCustomer, createItem } from './support/records.ts'

const SOURCE = `${pathToFileURL(join(import.meta.dirname, '../src')).href}/`

/** A timer of the service, such as the health probe, may run during one of them; the path of the request is in all. */
const RUNS = 5
/** On a loaded machine each run takes so long that timers run in most of them. */
const RUNS_MAX = 50

/** The source files of which some function was called in every run of the work. More than `most` are looked at again. */
async function filesCalledBy(work: () => Promise<unknown>, most: number): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    let inAll = await calledIn(session, work)
    for (let run = 1; run < RUNS || (run < RUNS_MAX && inAll.size > most); run++)
      inAll = inAll.intersection(await calledIn(session, work))
    return [...inAll].sort()
  } finally {
    session.disconnect()
  }
}

async function calledIn(session: Session, work: () => Promise<unknown>): Promise<Set<string>> {
  await session.post('Profiler.takePreciseCoverage') // begins to count anew
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = result
    .filter(({ url }) => url.startsWith(SOURCE))
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
  return new Set(called.map(({ url }) => url.slice(SOURCE.length)))
}

// How many files a newcomer has to read; on PostgreSQL the folder of its engine takes the place of the embedded one.
describe('The path of a request stays short', () => {
  const { KONTOR_TEST_LOCKS } = process.env
  before(() => {
    delete process.env.KONTOR_TEST_LOCKS // only tests check the order of locks
  })
  const kontor = kontorFor(databaseKinds[0]!)
  before(() => {
    if (KONTOR_TEST_LOCKS) process.env.KONTOR_TEST_LOCKS = KONTOR_TEST_LOCKS
  })

  test('a list of items takes at most 45 files', async () => {
    await createItem(kontor())
    const list = () => kontor().get('/items?perPage=5')
    await list() // the second one finds statements and views ready
    const files = await filesCalledBy(list, 45)
    assert.ok(files.includes('core/execute.ts'))
    assert.ok(files.length <= 45, `${files.length} files:\n${files.join('\n')}`)
  })

  test('a new sales order takes at most 70 files', async () => {
    const [{ id: customer }, { id: item }] = await Promise.all([createCustomer(kontor()), createItem(kontor())])
    const order = () => kontor().post('/sales-orders', { customer, items: [{ item, quantity: 1 }] })
    await order()
    const files = await filesCalledBy(order, 70)
    assert.ok(files.includes('resources/documents/derive-document.ts'))
    assert.ok(files.length <= 70, `${files.length} files:\n${files.join('\n')}`)
  })
})
