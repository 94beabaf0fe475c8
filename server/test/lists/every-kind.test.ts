import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { filterableOf, sortableOf } from '../../src/core/lists/parse-list.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { type Migration, optional, required } from '../../src/db/schema-change.ts'
import {
  choice,
  date,
  flag,
  group,
  instant,
  integer,
  money,
  percent,
  quantity,
  ref,
  text,
} from '../../src/model/fields.ts'
import { type AnyRecord, defineResource } from '../../src/model/resource.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { idsOf, sorted } from './model.ts'
import { checkOperators } from './questions.ts'
import { listed, walkCursor, walkPages } from './walk.ts'

const SIZE = 30
const indexed = { indexed: true } as const

/** Every kind of plain field, and each of them may be empty. */
const gauges = defineResource({
  name: 'gauges',
  singular: 'gauge',
  idPrefix: 'gau',
  title: 'label',
  description: 'Made up for the tests of lists.',
  fields: {
    label: text(indexed),
    price: money(indexed),
    amount: quantity(indexed),
    share: percent(indexed),
    count: integer(indexed),
    status: choice(['draft', 'open'], { counted: true }),
    isExact: flag(indexed),
    bought: date(indexed),
    checkedAt: instant(indexed),
    owner: ref('customers', indexed),
    size: group({ width: quantity(indexed) }),
  },
})

const gaugesMigration: Migration = {
  name: '9002-gauges',
  up: (schema) =>
    schema.createRecords(
      'gauges',
      {
        label: optional.text,
        externalIds: required.json,
        price: optional.decimal,
        amount: optional.decimal,
        share: optional.decimal,
        count: optional.integer,
        status: optional.text,
        isExact: optional.flag,
        bought: optional.text,
        checkedAt: optional.text,
        owner: optional.idOf('customers'),
        size_width: { ...required.decimal, isRequired: false },
      },
      {
        indexed: [
          'label',
          'price',
          'amount',
          'share',
          'count',
          'status',
          'isExact',
          'bought',
          'checkedAt',
          'owner',
          'size_width',
        ],
        sorted: ['label'],
      },
    ),
}

const at = <T>(values: readonly T[], index: number): T => values[index % values.length]!
const gaugeAt = (index: number, owners: readonly string[]) => ({
  label: at([null, 'a', 'A', '', 'ä'], index),
  price: at([null, -1.5, 0, 20.25], index),
  amount: at([-0.0001, null, 3], index),
  share: at([0, 50, null, 99.5, 100], index),
  count: at([null, -3, 0, 12, 2_147_483_647], index),
  status: at(['draft', null, 'open', 'open'], index),
  isExact: at([true, false, null], index),
  bought: at([null, '2024-02-29', '2024-03-01', '1999-12-31'], index),
  checkedAt: at(['2024-02-29T00:00:00Z', '2024-02-29T23:59:59.999+00:00', null, '2024-03-01T01:00:00+02:00'], index),
  owner: at([null, ...owners], index),
  size: { width: at([null, 1, 2.5], index) },
})

onEveryDatabase('Lists of a resource with every kind of field', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, gauges], migrations: [...migrations, gaugesMigration] })
  const records: AnyRecord[] = []
  before(async () => {
    const owners: string[] = []
    for (const name of ['One', 'Two']) owners.push((await kontor().post('/customers', { name })).body.data.id)
    for (let index = 0; index < SIZE; index++) {
      const { status, body, text: answer } = await kontor().post('/gauges', gaugeAt(index, owners))
      assert.equal(status, 201, answer)
      records.push(body.data)
    }
  })

  for (const [path, field] of filterableOf(gauges)) {
    test(`${path}, of kind ${field.kind.name}, takes every operator`, async () => {
      await checkOperators(kontor(), 'gauges', records, path, field)
    })
    if (!sortableOf(gauges).includes(path)) continue
    test(`${path}, of kind ${field.kind.name}, sorts with empty values lowest`, async () => {
      for (const order of ['asc', 'desc']) {
        const parameters = { sort: path, order, perPage: 4 }
        const expected = idsOf(sorted(records, path, order))
        assert.deepEqual(idsOf(await walkPages(kontor(), '/gauges', parameters)), expected, `${order} by page`)
        assert.deepEqual(idsOf(await walkCursor(kontor(), '/gauges', parameters)), expected, `${order} by cursor`)
      }
    })
  }

  test('a status that only another resource knows gives an empty list', async () => {
    for (const [path, status] of [
      ['/items', 'draft'],
      ['/customers', 'open'],
      ['/gauges', 'inactive'],
    ] as const) {
      const { data, meta } = await listed(kontor(), path, { status })
      assert.deepEqual(data, [])
      assert.equal(meta.total, 0)
    }
  })

  test('a status that only another resource knows may be combined with one of its own', async () => {
    const drafts = records.filter(({ status }) => status === 'draft')
    const { data } = await listed(kontor(), '/gauges', { 'status[in]': 'draft,active', order: 'asc', perPage: 100 })
    assert.deepEqual(idsOf(data), idsOf(drafts))
    assert.equal((await listed(kontor(), '/gauges', { 'status[ne]': 'active' })).meta.total, SIZE)
  })

  test('an unknown status is refused, with the known ones in the message', async () => {
    for (const name of ['status', 'status[ne]', 'status[in]']) {
      const { status, body } = await kontor().get(`/gauges?${name}=opened`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'INVALID_FILTER')
      assert.match(body.error.message, /must be one of draft, open/)
    }
  })
})
