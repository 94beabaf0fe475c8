import { createHash } from 'node:crypto'
import type { Written } from './history.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every resource.
export type AnyRecord = any

const LINE = ['id', 'item', 'quantity', 'rate', 'discount', 'taxRate', 'amount', 'taxAmount']
const TOTALS = ['subtotal', 'discountTotal', 'taxTotal', 'total']

/** The fields of each resource that change only together with the version. Stock figures and balances do not. */
const DURABLE: Readonly<Record<string, readonly string[]>> = {
  items: ['itemCode', 'itemName', 'sellingPrice', 'taxRate', 'description'],
  customers: ['name', 'creditLimit', 'phone'],
  'sales-orders': ['orderNumber', 'customer', 'orderDate', 'status', 'notes', ...TOTALS],
  invoices: ['invoiceNumber', 'salesOrder', 'customer', 'invoiceDate', 'notes', ...TOTALS],
  payments: ['invoice', 'customer', 'amount', 'reference'],
  deliveries: ['salesOrder', 'customer', 'notes'],
  'stock-movements': ['item', 'quantity', 'reason', 'note', 'balance'],
}

/** The resources whose records the check reads. */
export const RESOURCES = Object.keys(DURABLE)

const linesOf = (record: AnyRecord): readonly AnyRecord[] => record.items ?? []

export function writtenOf(resource: string, record: AnyRecord): Written {
  const fields = DURABLE[resource]!.map((name) => record[name] ?? null)
  const lines = linesOf(record).map((line) => LINE.map((name) => line[name] ?? null))
  const digest = createHash('sha256')
    .update(JSON.stringify([fields, lines]))
    .digest('base64url')
    .slice(0, 16)
  return { resource, id: record.id, version: record.version, lines: lines.length, digest }
}

/** In ten-thousandths, as amounts have at most four decimals. */
const exact = (amount: number) => Math.round(amount * 10_000)

/** What is missing in a stored record that was written in one piece; undefined if it is whole. */
export function faultIn(resource: string, record: AnyRecord): string | undefined {
  if (!Number.isInteger(record.version) || record.version < 1) return `has the version ${record.version}`
  if (resource !== 'sales-orders' && resource !== 'invoices' && resource !== 'deliveries') return undefined
  const lines = linesOf(record)
  if (lines.length === 0) return 'has no lines'
  if (resource === 'deliveries') return undefined
  const sum = (name: string) => lines.reduce((total, line) => total + exact(line[name]), 0)
  const net = exact(record.subtotal) - exact(record.discountTotal)
  if (sum('amount') !== net) return `has lines of ${sum('amount') / 10_000}, but a total before tax of ${net / 10_000}`
  if (sum('amount') + exact(record.taxTotal) !== exact(record.total)) return `has a wrong total of ${record.total}`
  return undefined
}
