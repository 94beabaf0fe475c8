import { isWritable } from '../../src/model/input.ts'
import { isDocument } from '../../src/resources/documents/document-type.ts'
import {
  anyName,
  anyOf,
  bodyFor,
  expansion,
  fieldOf,
  listQuery,
  queryText,
  type Setting,
  scalar,
  searchWord,
  valueFor,
} from './request-parts.ts'
import { resourceOf } from './roles.ts'
import { type AnyRecord, OTHERS, RESOURCES } from './world.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: AnyRecord
}

type Maker = (setting: Setting) => Request

const get = (path: string): Request => ({ method: 'GET', path })

const create: Maker = (setting) => {
  const name = anyName(setting)
  return {
    method: 'POST',
    path: `/${name}`,
    body: { ...bodyFor(setting, name, 30), ...(name === 'invoices' && { draft: true }) },
  }
}

/** Some fields of a record; or all of it as the administrator sees it, which no role may send back if a part is closed. */
const update: Maker = (setting) => {
  const { random } = setting
  const name = anyName(setting)
  const record = anyOf(setting, name)
  const body = bodyFor(setting, name, 15)
  if (random.percent(40) && Array.isArray(record.items))
    body.items = record.items.map((line: AnyRecord) => ({
      ...(random.percent(80) && { id: line.id }),
      item: line.item,
      quantity: random.percent(50) ? line.quantity : 1 + random.below(30),
      ...(random.percent(15) && { rate: 1 + random.below(50) }),
      ...(random.percent(15) && { discount: 1 + random.below(50) }),
    }))
  return { method: random.one(['PUT', 'PATCH']), path: `/${name}/${record.id}`, body }
}

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  'sales-orders': ['draft', 'submitted', 'on_hold', 'closed', 'cancelled'],
  invoices: ['draft', 'unpaid', 'paid', 'cancelled'],
  ...Object.fromEntries(
    OTHERS.map(resourceOf)
      .filter((resource) => isDocument(resource) && resource.fields.status)
      .map(({ name, fields }) => [name, fields.status!.options.choices!]),
  ),
}

const move: Maker = (setting) => {
  const { random } = setting
  const name = random.one(Object.keys(STATUSES))
  const body = { status: random.one(STATUSES[name]!), ...(random.percent(10) && { overrideCreditLimit: true }) }
  return { method: 'PUT', path: `/${name}/${anyOf(setting, name).id}/status`, body }
}

const bulk: Maker = (setting) => {
  const { random } = setting
  const name = anyName(setting)
  const action = random.one(['update', 'update', 'status', 'delete'])
  const chosen = random.percent(60)
    ? { ids: Array.from({ length: 2 }, () => anyOf(setting, name).id) }
    : {
        filter: queryText([
          ['perPage', 2],
          [fieldOf(setting, name, scalar)[0], 'w1'],
        ]),
      }
  const input = action === 'update' ? bodyFor(setting, name, 10) : action === 'status' ? { status: 'cancelled' } : {}
  return { method: 'POST', path: `/${name}/bulk`, body: { action, ...chosen, input } }
}

/** Requests that are refused with a message about numbers and names. */
const provoke: Maker = (setting) => {
  const { random, snapshot } = setting
  const item = anyOf(setting, 'items').id
  const order = anyOf(setting, 'sales-orders')
  const post = (path: string, body: AnyRecord): Request => ({ method: 'POST', path, body })
  return random.one([
    () => post('/payments', { invoice: anyOf(setting, 'invoices').id, amount: 5_000_000 }),
    () => post('/stock-movements', { item, quantity: -900_000, reason: 'write_off' }),
    () => post('/deliveries', { salesOrder: order.id }),
    () => post('/deliveries', { salesOrder: order.id, items: [{ item, quantity: 9_000 }] }),
    () => post('/invoices/from-order', { salesOrder: order.id, draft: true }),
    () =>
      post('/invoices/from-order', { salesOrder: order.id, items: [{ line: order.items[0].id, quantity: 90_000 }] }),
    () => post('/sales-orders', { customer: order.customer, items: [{ item, quantity: 1 }], expectedTotal: 1 }),
    () => ({
      method: 'PUT',
      path: `/sales-orders/${order.id}`,
      body: { items: [{ ...pick(order.items[0]), quantity: 0.01 }] },
    }),
    () => ({ method: 'DELETE', path: `/items/${random.one(snapshot.items!).id}` }),
    () => ({ method: 'DELETE', path: `/customers/${random.one(snapshot.customers!).id}` }),
  ])()
}

const pick = ({ id, item }: AnyRecord) => ({ id, item })

const table: Maker = (setting) => {
  const { random } = setting
  const name = random.one(['items', 'customers'] as const)
  const fields = Array.from(
    { length: 3 },
    () => fieldOf(setting, name, (field) => scalar(field) && isWritable(field))[0],
  )
  const key = name === 'items' ? 'itemCode' : 'name'
  const columns = [...new Set([key, ...(name === 'items' ? ['itemName'] : []), ...fields])]
  const row = () => columns.map((column) => valueFor(setting, column, resourceOf(name).fields[column]!)).join(',')
  const csv = [columns.join(','), row(), row()].join('\n')
  const mode = random.one(['insert', 'upsert', 'update'])
  const body = {
    resource: name,
    csv,
    mode,
    dryRun: random.percent(50),
    ...(random.percent(30) && { key: [random.one(columns)] }),
  }
  return { method: 'POST', path: '/imports', body }
}

const REMOVED = ['payments', 'deliveries', 'stock-movements', 'sales-orders', 'invoices', ...OTHERS]
const remove: Maker = (setting) => {
  const name = setting.random.one(REMOVED)
  return { method: 'DELETE', path: `/${name}/${anyOf(setting, name).id}` }
}

const readOne: Maker = (setting) => {
  const name = anyName(setting)
  const include = setting.random.percent(40) ? 'include=permitted&' : ''
  const expand = setting.random.percent(40) ? expansion(setting, name) : ''
  return get(`/${name}/${anyOf(setting, name).id}?${include}${expand}`)
}

const list: Maker = (setting) => {
  const name = anyName(setting)
  const include = setting.random.percent(15) ? '&include=permitted&perPage=5' : ''
  const expand = setting.random.percent(30) ? `&${expansion(setting, name)}` : ''
  return get(`/${name}?${listQuery(setting, name)}${include}${expand}`)
}

const exported: Maker = (setting) => {
  const name = anyName(setting)
  const lines = name === 'sales-orders' && setting.random.percent(50) ? 'fields=items' : listQuery(setting, name)
  return get(`/${name}/export?${lines}`)
}

const history: Maker = (setting) => {
  const name = anyName(setting)
  return get(`/${name}/${anyOf(setting, name).id}/history`)
}

const audit: Maker = ({ random }) =>
  get(`/audit-log?perPage=${10 + random.below(40)}${random.percent(60) ? `&resource=${random.one(RESOURCES)}` : ''}`)

/** The records are in the first events, those of the role in the first of their resource. */
const events: Maker = (setting) => {
  const { random } = setting
  const filter = random.percent(70)
    ? `resources=${anyName(setting)}`
    : `recordId=${anyOf(setting, anyName(setting)).id}`
  return get(`/events?${filter}${random.percent(50) ? '&include=record' : ''}`)
}

const PRINTED = RESOURCES.filter((name) => isDocument(resourceOf(name)))
const print: Maker = (setting) => {
  const name = setting.random.one(PRINTED)
  return get(`/${name}/${anyOf(setting, name).id}/pdf`)
}

const described: Maker = ({ random }) => get(random.one(['/resources', '/auth/me', '/imports', '/views', '/usage']))
const search: Maker = (setting) => get(`/search?${queryText([['q', searchWord(setting)]])}`)
const report: Maker = ({ random }) =>
  get(
    random.one([
      '/reports/summary?from=2031-01-01&to=2031-12-31',
      '/reports/sales?from=2031-01-01&to=2031-06-30&interval=month',
      '/reports/receivables',
      '/reports/low-stock',
    ]),
  )

/** Each as often as its weight says. A page takes as long as fifty other requests. */
const MAKERS: readonly (readonly [weight: number, Maker])[] = [
  [190, readOne],
  [170, list],
  [40, exported],
  [45, history],
  [45, audit],
  [45, events],
  [12, described],
  [45, search],
  [40, report],
  [22, print],
  [150, update],
  [80, create],
  [60, move],
  [45, bulk],
  [70, provoke],
  [20, table],
  [20, remove],
]
const TOTAL = MAKERS.reduce((sum, [weight]) => sum + weight, 0)

export function randomRequest(setting: Setting): Request {
  let left = setting.random.below(TOTAL)
  for (const [weight, make] of MAKERS) {
    left -= weight
    if (left < 0) return make(setting)
  }
  throw new Error('Never reached.')
}
