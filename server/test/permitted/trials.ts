import assert from 'node:assert/strict'
import type { Permitted, Verdict } from '../../src/model/permitted.ts'
import type { Answer, CallOptions, Kontor } from '../support/kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

export interface Seen {
  readonly record: AnyRecord
  readonly permitted: Permitted
}

/** The record at an address, and what it says that may be done with it. */
export async function seenAt(kontor: Kontor, address: string, options?: CallOptions): Promise<Seen> {
  const { status, body, text } = await kontor.get(`${address}?include=permitted`, options)
  assert.equal(status, 200, text)
  const { permitted, ...record } = body.data
  return { record, permitted }
}

/** Fails unless what was told is what happened, with the same code. */
export function assertForetold(told: Verdict | undefined, answer: Answer, title: string): void {
  const { status, body, text } = answer
  assert.ok(told, `${title} is not told`)
  assert.equal(told.allowed, status < 300, `${title}: told ${JSON.stringify(told)}, answered ${status} ${text}`)
  const { offered: _, ...verdict } = { offered: undefined, ...told }
  if (told.allowed) {
    assert.deepEqual(verdict, { allowed: true }, title)
    return
  }
  assert.equal(told.code, body.error.code, `${title}: ${text}`)
  assert.match(told.reason!, /^\S.*\.$/, title)
}

/** A change of one path that is right in itself. */
export type Edit = (record: AnyRecord) => object

/** Tries every change and compares it with the paths that were told. */
export async function tryEdits(
  kontor: Kontor,
  address: string,
  { record, permitted }: Seen,
  edits: Readonly<Record<string, Edit>>,
  options: CallOptions,
  title: string,
): Promise<void> {
  const unknown = permitted.edit.filter((path) => !(path in edits))
  assert.deepEqual(unknown, [], `${title}: paths that are told, but not tried`)
  for (const [path, edit] of Object.entries(edits)) {
    const { status, text } = await kontor.put(address, edit(record), options)
    assert.equal(permitted.edit.includes(path), status === 200, `${title}, ${path}: ${status} ${text}`)
  }
}

/** The lines as they are, but for one part of the first. */
export const withPart = ({ items: [first, ...others] }: AnyRecord, part: object) => ({
  items: [{ ...first, ...part }, ...others],
})

/** Changes of what all documents that sell something have, to another customer and another item. */
export const salesEdits = (buyer: AnyRecord, other: AnyRecord): Readonly<Record<string, Edit>> => ({
  customer: () => ({ customer: buyer.id }),
  items: ({ items }) => ({ items: [...items, { item: other.id, quantity: 1 }] }),
  'items.item': (order) => withPart(order, { item: other.id }),
  'items.quantity': (order) => withPart(order, { quantity: 7 }),
  'items.rate': (order) => withPart(order, { rate: 3 }),
  'items.discount': (order) => withPart(order, { discount: 3 }),
  'items.taxRate': (order) => withPart(order, { taxRate: 3 }),
  'items.description': (order) => withPart(order, { description: 'Ring twice' }),
  'items.kind': ({ items: [{ id }, ...rest] }) => ({
    items: [{ id, kind: 'text', description: 'Ring twice' }, ...rest, { item: other.id, quantity: 1 }],
  }),
  'items.uom': ({ items: [{ id }, ...rest] }) => ({
    items: [{ id, description: 'Work', quantity: 1, rate: 1, taxRate: 0, uom: 'h' }, ...rest],
  }),
  paymentTerms: () => ({ paymentTerms: 'Net 7' }),
  notes: () => ({ notes: 'Ring twice' }),
  externalIds: ({ id }) => ({ externalIds: { shop: id } }),
})
