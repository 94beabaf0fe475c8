import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { type Person, signedIn } from '../support/people.ts'
import { createCustomer, createItem } from '../support/records.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { orderBody } from '../support/trade.ts'
import { assertForetold, salesEdits, seenAt, tryEdits } from './trials.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

const roleNames = shippedRoles.map(({ name }) => name).filter((name) => name !== 'warehouse')
const LATER = '2099-12-31'

onEveryDatabase('What a quotation says that is permitted', (kind) => {
  const kontor = kontorFor(kind)
  const people = new Map<string, Person>()
  let [item, other, customer, buyer]: AnyRecord[] = []
  before(async () => {
    for (const role of roleNames) people.set(role, await signedIn(kontor(), role))
    item = await createItem(kontor(), { sellingPrice: 10 })
    other = await createItem(kontor(), { sellingPrice: 10 })
    customer = await createCustomer(kontor())
    buyer = await createCustomer(kontor())
  })
  const as = (role: string): CallOptions => ({ token: people.get(role)!.token })

  const quotationOf = async (role: string): Promise<AnyRecord> => {
    const body = { ...orderBody(customer, [{ item: item.id, quantity: 4 }]), validUntil: LATER }
    return (await kontor().post('/quotations', body, role === 'sales' ? as(role) : {})).body.data
  }
  const moved = async ({ id }: AnyRecord, ...statuses: string[]) => {
    for (const status of statuses)
      assert.equal((await kontor().put(`/quotations/${id}/status`, { status })).status, 200)
  }
  const ordered = async ({ id }: AnyRecord, more: object = {}) =>
    assert.equal((await kontor().post(`/quotations/${id}/to-order`, more)).status, 201)
  const quotations: Readonly<Record<string, (quotation: AnyRecord) => Promise<unknown>>> = {
    draft: async () => undefined,
    sent: (quotation) => moved(quotation, 'sent'),
    accepted: (quotation) => moved(quotation, 'sent', 'accepted'),
    rejected: (quotation) => moved(quotation, 'sent', 'rejected'),
    'ordered in part': (quotation) => ordered(quotation, { items: [{ item: item.id, quantity: 1 }] }),
    ordered: (quotation) => ordered(quotation),
  }

  for (const role of roleNames) {
    for (const [situation, bring] of Object.entries(quotations)) {
      test(`a quotation (${situation}) tells ${role} what then really happens`, async () => {
        const fresh = async () => {
          const { id } = await quotationOf(role)
          await bring({ id })
          const address = `/quotations/${id}`
          return { id, address, ...(await seenAt(kontor(), address, as(role))) }
        }
        const title = `${role}, ${situation}`
        const edited = await fresh()
        const { record, permitted, address } = edited
        await tryEdits(
          kontor(),
          address,
          edited,
          {
            ...salesEdits(buyer, other),
            quotationDate: () => ({ quotationDate: '2020-01-01' }),
            validUntil: () => ({ validUntil: '2098-12-31' }),
            rejectionReason: () => ({ rejectionReason: 'Too dear' }),
          },
          as(role),
          title,
        )
        const again = await kontor().put(`${address}/status`, { status: record.status }, as(role))
        const tried: Readonly<Record<string, (one: AnyRecord) => Promise<Answer>>> = {
          status: async () => again,
          history: () => kontor().get(`${address}/history`, as(role)),
          duplicate: () => kontor().post(`${address}/duplicate`, {}, as(role)),
          'convert-to-order': (one) => kontor().post(`${one.address}/to-order`, {}, as(role)),
          'sales-orders.create-from-quotation': (one) =>
            kontor().post('/sales-orders/from-quotation', { quotation: one.id }, as(role)),
        }
        assert.deepEqual(Object.keys(permitted.actions).sort(), [...Object.keys(tried), 'pdf'].sort())
        for (const [name, attempt] of Object.entries(tried))
          assertForetold(permitted.actions[name], await attempt(await fresh()), `${name}: ${title}`)
        const removed = await fresh()
        assertForetold(removed.permitted.delete, await kontor().delete(removed.address, as(role)), `delete: ${title}`)
      })
    }
  }
})
