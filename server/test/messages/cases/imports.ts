import { type Import, imports } from '../../../src/features/imports/imports.resource.ts'
import { type TYPES, upload, withFormulaError, workbookOf } from '../../imports/files.ts'
import { askForImport, ended, imported, started } from '../../imports/importing.ts'
import { createKey, withKey } from '../../support/keys.ts'
import type { CallOptions, Kontor } from '../../support/kontor.ts'
import { behindTheScenes, changeUser, signedIn } from '../../support/people.ts'
import { createCustomer, createItem } from '../../support/records.ts'
import { withdrawals } from '../../support/withdrawals.ts'
import type { Cases, Scene } from '../recorder.ts'

const TABLE = 'itemCode,itemName\nAX-001,Anvil'

const tables: Cases = async ({ kontor, refuses }) => {
  const invalid = (csv: string, more: object = {}) =>
    refuses('VALIDATION_ERROR', askForImport(kontor, { csv, ...more }))
  await invalid('itemCode,itemName')
  await invalid('itemCode,"itemName\n1,2')
  await invalid(`${Array.from({ length: 101 }, (_, index) => `c${index}`)}\n1`)
  await invalid('name,name\n1,2')
  await invalid(`name,${','.repeat(1_100_000)}`)
  await invalid(`name\n${'1\n'.repeat(250_001)}`)
  await invalid(TABLE, { resource: 'colours' })
  await invalid(TABLE, { mapping: {} })
  await invalid(TABLE, { mapping: { itemCod: 'itemCode', colour: 'itemName' } })
  await invalid(TABLE, { mapping: { itemCode: 'itemCod', itemName: 'colour' } })
  await invalid(TABLE, { mapping: { itemCode: 'itemCode', itemName: 'itemCode' } })
  await invalid(TABLE, { mapping: { itemName: 'itemName' } })
  await invalid(TABLE, { mapping: { itemName: 'itemName' }, key: ['itemCode'] })
}

const rows: Cases = async ({ kontor, tells }) => {
  const tellsRows = async (csv: string, more: object = {}) =>
    tells(kontor.get(`/imports/${(await imported(kontor, csv, more)).id}`))
  await tellsRows('itemCode,itemName,sellingPrice\nAX-001,,ten\nAX-002,Anvil,1,2,3')
  await tellsRows('itemCode,itemName\nAX-009,Anvil', { mode: 'update' })
  const { id } = await createItem(kontor, { itemCode: 'AX-003', itemName: 'Anvil' })
  await tellsRows('itemCode,itemName\nAX-010,Anvil\nAX-010,Hammer')
  await tellsRows('id,itemName\nitm_1,Anvil')
  await tellsRows(`id,itemCode\n${id},AX-011`, { key: ['itemCode'] })
  const customer = await createCustomer(kontor)
  const order = `externalIds.shop,customer,currency,items.item,items.quantity\n1,${customer.id},USD,${id},1`
  await tellsRows(order, { resource: 'sales-orders' })
  await tellsRows('itemName,itemCode\nHammer,AX-003', { key: ['itemName'] })
  for (let count = 0; count < 2; count++) await createCustomer(kontor, { name: 'Acme', email: 'acme@example.com' })
  await tellsRows('name,email\nAcme,acme@example.com', { resource: 'customers' })
}

const files: Cases = async ({ kontor, refuses, tells }) => {
  const invalid = (type: keyof typeof TYPES, content: string | Buffer) =>
    refuses('VALIDATION_ERROR', upload(kontor, type, content))
  await invalid('xlsx', TABLE)
  await invalid('xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  await invalid('xlsx', 'PK\x03\x04')
  await invalid('xlsx', await workbookOf([['itemCode', ...Array.from({ length: 900 }, () => 'x'.repeat(30_000))]]))
  await invalid('ndjson', '{"itemCode":"AX-001"}\n[]')
  await invalid('ndjson', Buffer.from([0xff, 0x00]))
  await invalid('ndjson', JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index, 1]))))
  await invalid('ndjson', `{"itemCode":[${Array(4).fill(`[${Array(9000).fill(1)}]`)}]}`)
  await invalid('ndjson', '{}\n'.repeat(1_048_577))
  const failing = withFormulaError(await workbookOf([['itemCode'], ['AX-001']]), 'A2', '#REF!')
  const { id } = (await upload(kontor, 'xlsx', failing)).body.data
  await ended(kontor, { id })
  await tells(kontor.get(`/imports/${id}`))
}

/** As if the server had stopped in the middle of it. */
const setBack = ({ engine }: Kontor, { id }: { id: string }, changes: Partial<Import> = {}) =>
  behindTheScenes(engine, async (records) =>
    records.update(imports, await records.lock(imports, id), { status: 'running', processed: 0, ...changes }),
  )

/** Takes up an import again after its user or credential has changed, and records why it fails. */
async function tellsAfter({ kontor, tells }: Scene, options: CallOptions, happens: () => Promise<unknown>) {
  const job = await started(kontor, { csv: TABLE }, options)
  await ended(kontor, job)
  await happens()
  await setBack(kontor, job)
  await ended(kontor, await started(kontor, { csv: TABLE })) // whatever is to be done is taken up with it
  await ended(kontor, job)
  await tells(kontor.get(`/imports/${job.id}`))
}

const lives: Cases = async (scene) => {
  const { kontor, refuses } = scene
  const job = await imported(kontor, TABLE)
  await setBack(kontor, job)
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/imports/${job.id}`))
  await refuses('DOCUMENT_LOCKED', kontor.post(`/imports/${job.id}/run`, {}))
  await kontor.post(`/imports/${job.id}/cancel`)
  const { id, token } = await signedIn(kontor, 'manager')
  await tellsAfter(scene, { token }, () => changeUser(kontor.engine, id, { isActive: false }))
  const key = await createKey(kontor, { scopes: ['read', 'write'] })
  await tellsAfter(scene, withKey(key), () => kontor.delete(`/api-keys/${key.id}`))
  const disconnecting = withdrawals.find(({ title }) => title.includes('OAuth'))!
  const { options, withdraw } = await disconnecting.callerOn(kontor, kontor)
  await tellsAfter(scene, options, withdraw)
}

/** The rows of an import are kept for some days only. */
const forgotten: Cases = async ({ kontor, refuses }) => {
  const job = await imported(kontor, TABLE)
  await kontor.engine.write((connection) => connection.query({ sql: 'delete from "import-rows"', parameters: [] }))
  await refuses('DOCUMENT_LOCKED', kontor.post(`/imports/${job.id}/run`, {}))
}

export const importCases: readonly Cases[] = [tables, rows, files, lives, forgotten]
