import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { endOfFeed } from '../support/events.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { eventually } from '../support/raw-http.ts'
import { createCustomer, createItem } from '../support/records.ts'

interface Block {
  readonly id?: string
  readonly event?: string
  readonly data?: string
}

onEveryDatabase('The stream of events', (kind) => {
  const log: string[] = []
  const kontor = kontorFor(kind, {
    log: { write: (lines: string) => void log.push(...lines.split('\n').filter(Boolean)) },
  })
  let origin: string
  before(async () => {
    origin = await kontor().app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  const open = new Set<AbortController>()
  after(() => {
    for (const one of open) one.abort()
  })

  async function connect(query: string, headers: Readonly<Record<string, string>> = {}, token = kontor().token) {
    const aborting = new AbortController()
    open.add(aborting)
    return fetch(`${origin}/api/v1/events?${query}`, {
      signal: aborting.signal,
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
    })
  }

  /** The blocks with data, as they come. */
  async function* blocksOf(response: Response): AsyncGenerator<Block> {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const parts = block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))
        const fields = Object.fromEntries(parts) as Block
        if (fields.data) yield fields
      }
    }
  }

  test('sends each event with its cursor and content, uncompressed and without a name: every listener hears it', async () => {
    const response = await connect(`after=${await endOfFeed(kontor())}`, { 'accept-encoding': 'gzip, br' })
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), response.headers.get('content-encoding')],
      [200, 'text/event-stream', null],
    )
    const blocks = blocksOf(response)
    const item = await createItem(kontor())
    const { value } = await blocks.next()
    const event = JSON.parse(value!.data!)
    assert.deepEqual([event.type, event.recordId, value!.id], ['items.created', item.id, event.cursor])
    assert.equal(value!.event, undefined)
  })

  test('names each event by its type if it is asked to', async () => {
    const blocks = blocksOf(await connect(`after=${await endOfFeed(kontor())}&named=true`))
    await createItem(kontor())
    assert.equal((await blocks.next()).value!.event, 'items.created')
    assert.equal((await connect('named=x')).status, 400)
  })

  test('has one line in the log when its client has gone, and no error', async () => {
    const requestId = 'a-stream-that-ends'
    const aborting = new AbortController()
    const response = await fetch(`${origin}/api/v1/events?after=now`, {
      signal: aborting.signal,
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${kontor().token}`,
        'x-request-id': requestId,
      },
    })
    assert.equal(response.status, 200)
    aborting.abort()
    const ofStream = () => log.filter((line) => line.includes(requestId))
    await eventually(() => (ofStream().length > 0 ? true : undefined))
    await kontor().get('/items') // what is logged after it would be logged by now
    assert.deepEqual(
      ofStream().map((line) => [JSON.parse(line).level, JSON.parse(line).err]),
      [['info', undefined]],
    )
  })

  test('resumes after the event that Last-Event-ID names, whatever the address says', async () => {
    const start = await endOfFeed(kontor())
    const first = blocksOf(await connect(`after=${start}`))
    const [one, two] = [await createItem(kontor()), await createItem(kontor())]
    const { id } = (await first.next()).value!
    const second = blocksOf(await connect(`after=${start}`, { 'last-event-id': id! }))
    const resumed = JSON.parse((await second.next()).value!.data!)
    assert.deepEqual([one.id === resumed.recordId, two.id === resumed.recordId], [false, true])
  })

  test('is refused like any other request: bad parameters, bad cursors, no credential', async () => {
    for (const [query, status] of [
      ['limit=x', 400],
      ['after=abc', 400],
    ] as const)
      assert.equal((await connect(query)).status, status, query)
    assert.equal((await connect('', {}, 'none')).status, 401)
    assert.equal((await connect('', { 'last-event-id': 'abc' })).status, 400)
  })

  test('ends when the session ends', async () => {
    const { token } = await signedIn(kontor(), 'sales')
    const response = await connect(`after=${await endOfFeed(kontor())}`, {}, token)
    const blocks = blocksOf(response)
    await kontor().post('/auth/logout', undefined, { token })
    await createCustomer(kontor())
    assert.equal((await blocks.next()).done, true)
  })

  test('ends when the server stops', async () => {
    const response = await connect(`after=${await endOfFeed(kontor())}`)
    const blocks = blocksOf(response)
    const closed = kontor().app.server.close()
    assert.equal((await blocks.next()).done, true)
    await closed
    const errors = log.filter((line) => ['error', 'fatal'].includes(JSON.parse(line).level))
    assert.deepEqual(errors, [], 'no stream of this file has ended with an error')
  })
})
