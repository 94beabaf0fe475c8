import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fieldsPage } from '../../scripts/reference.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { type Answer, kontorFor } from './support/kontor.ts'
import { addRole, signedIn } from './support/people.ts'
import { OLD_WORD, relics, relicsMigration } from './support/relics.ts'

/** Midnight in UTC, in seconds. */
const at = (day: string) => `@${Date.parse(day) / 1000}`
const WORD = '<https://example.com/word>; rel="deprecation"; type="text/html"'
const PART = '</docs#part>; rel="deprecation"; type="text/html"'
const LINE = '</docs#line>; rel="deprecation"; type="text/html"'
const BULK = '<https://example.com/bulk>; rel="deprecation"; type="text/html"'

onEveryDatabase('What is declared as deprecated', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, relics], migrations: [...migrations, relicsMigration] })
  let id: string
  before(async () => {
    id = (await kontor().post('/relics', { name: 'Amphora', pieces: [{ name: 'Handle' }] })).body.data.id
  })

  const told = ({ headers }: Answer) => [headers.deprecation, headers.sunset, headers.link]
  const NOTHING = [undefined, undefined, undefined]
  const ALL = [at('2026-01-31'), 'Sun, 28 Feb 2027 00:00:00 GMT', [WORD, PART, LINE].join(', ')]

  test('is told by every answer that contains it: the earliest dates, and a link for each field', async () => {
    assert.deepEqual(told(await kontor().get(`/relics/${id}`)), ALL)
    assert.deepEqual(told(await kontor().put(`/relics/${id}`, { name: 'Vase' })), ALL)
    const { headers } = await kontor().get('/relics?perPage=1')
    assert.equal(headers.deprecation, ALL[0])
    assert.match(headers.link!, /rel="first".*rel="deprecation"/)
    const exported = await kontor().get('/relics/export')
    assert.deepEqual(told(exported), ALL)
    const { headers: sent } = await kontor().get(`/relics/${id}`)
    const unchanged = await kontor().get(`/relics/${id}`, { headers: { 'if-none-match': sent.etag! } })
    assert.deepEqual([unchanged.status, ...told(unchanged)], [304, ...ALL])
  })

  test('is not told by an answer without it: other fields, other resources, a role that does not see it', async () => {
    assert.deepEqual(told(await kontor().get(`/relics/${id}?fields=name,box.label`)), NOTHING)
    assert.deepEqual(told(await kontor().get('/settings')), NOTHING)
    const hidden = ['word', 'box.size', 'pieces']
    const role = await addRole(kontor().engine, { relics: { can: ['read', 'update'], hidden } })
    const { token } = await signedIn(kontor(), role)
    assert.deepEqual(told(await kontor().get(`/relics/${id}`, { token })), NOTHING)
    assert.deepEqual(told(await kontor().put(`/relics/${id}`, { name: 'Vase' }, { token })), NOTHING)
  })

  test('is told by a request that uses it: in a body, a filter, the order or the selection', async () => {
    const [since, sunset] = [at(OLD_WORD.since), 'Sun, 28 Feb 2027 00:00:00 GMT']
    for (const query of ['word=Jug', 'word[like]=J%25', 'sort=word']) {
      const { headers } = await kontor().get(`/relics?${query}&fields=name`)
      assert.deepEqual([headers.deprecation, headers.sunset], [since, sunset], query)
      assert.ok(headers.link!.endsWith(WORD))
    }
    assert.equal((await kontor().get(`/relics/${id}?fields=box.size`)).headers.link, PART)
    const role = await addRole(kontor().engine, { relics: { can: ['create'] } })
    const { token } = await signedIn(kontor(), role)
    const create = async (body: object) => told(await kontor().post('/relics', { name: 'New', ...body }, { token }))
    assert.deepEqual(await create({}), NOTHING)
    assert.deepEqual(await create({ word: 'Jug' }), [since, sunset, WORD])
    assert.deepEqual(await create({ pieces: [{ name: 'A' }, { name: 'B', weight: 1 }] }), [
      at('2026-04-01'),
      undefined,
      LINE,
    ])
    const refused = await kontor().post('/relics', { word: 1 }, { token })
    assert.deepEqual([refused.status, refused.headers.link], [422, WORD], 'a refusal tells it too')
  })

  test('as an operation is told by each of its answers, whatever it answers', async () => {
    const expected = [at('2025-12-31'), 'Thu, 31 Dec 2026 00:00:00 GMT', BULK]
    const bulk = { action: 'update', ids: [id], input: { name: 'Jar' } }
    assert.deepEqual(told(await kontor().post('/relics/bulk', bulk)), expected)
    assert.deepEqual(told(await kontor().post('/relics/bulk', {})), expected)
    assert.deepEqual(told(await kontor().post('/relics/bulk', bulk, { token: null })), expected)
    assert.deepEqual(told(await kontor().delete('/relics/none')), expected)
  })

  test('is marked in the OpenAPI document and in the description of its resource', async () => {
    const { paths, components } = (await kontor().get('/openapi.json')).body
    assert.equal(paths['/api/v1/relics/bulk'].post.deprecated, true)
    assert.match(
      paths['/api/v1/relics/bulk'].post.description,
      /^Deprecated since 2025-12-31, may be gone from 2026-12-31:/,
    )
    assert.equal(paths['/api/v1/relics'].get.deprecated, undefined)
    const { word, name, box, pieces } = components.schemas.Relic.properties
    assert.equal(
      word.description,
      'Deprecated since 2026-01-31, may be gone from 2027-02-28: [replacement](https://example.com/word). What it was called.',
    )
    assert.deepEqual(
      [word, name, box.properties.size, box.properties.label, pieces.items.properties.weight].map(
        (one) => one.deprecated,
      ),
      [true, undefined, true, undefined, true],
    )
    assert.equal(components.schemas.UpdateRelicInput.properties.word.deprecated, true)
    const filters = paths['/api/v1/relics'].get.parameters.map(({ $ref, ...own }: { $ref?: string; name?: string }) =>
      $ref ? components.parameters[$ref.split('/').at(-1)!] : own,
    )
    assert.equal(filters.find((one: { name: string }) => one.name === 'word').deprecated, true)
    const { data } = (await kontor().get('/resources/relics')).body
    const described = data.fields.find((field: { name: string }) => field.name === 'word')
    assert.deepEqual(described.deprecated, OLD_WORD)
    assert.match(
      fieldsPage([relics]),
      /\| `word` \|.*\| Deprecated since 2026-01-31, may be gone from 2027-02-28: \[replacement\]/,
    )
  })
})
