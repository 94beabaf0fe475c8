import type { Migration } from '../schema-change.ts'
import { foundation } from './0001-foundation.ts'
import { access } from './0002-access.ts'
import { items } from './0003-items.ts'
import { customers } from './0004-customers.ts'
import { orderToCash } from './0005-order-to-cash.ts'
import { administration } from './0006-administration.ts'
import { oauth } from './0007-oauth.ts'
import { rateUsage } from './0008-rate-usage.ts'
import { search } from './0009-search.ts'
import { webInterface } from './0010-web-interface.ts'
import { figures } from './0011-figures.ts'
import { imports } from './0012-imports.ts'
import { sortedWithin } from './0020-sorted-within.ts'
import { ownRecords } from './0021-own-records.ts'
import { laidAsideIndexes } from './0022-laid-aside-indexes.ts'
import { linesTogether } from './0023-lines-together.ts'
import { writeQueue } from './0024-write-queue.ts'
import { postingSignatures } from './0025-posting-signatures.ts'
import { signIn } from './0026-sign-in.ts'
import { mail } from './0027-mail.ts'
import { rights } from './0029-rights.ts'
import { secretRotation } from './0030-secret-rotation.ts'
import { seriesDates } from './0031-series-dates.ts'
import { importForm } from './0032-import-form.ts'
import { sortKeys } from './0033-sort-keys.ts'
import { lineFilters } from './0034-line-filters.ts'
import { letterhead } from './0035-letterhead.ts'
import { defaultValues } from './0036-default-values.ts'
import { externalIds } from './0037-external-ids.ts'
import { changeFeed } from './0038-change-feed.ts'
import { webhooks } from './0039-webhooks.ts'
import { webhookCredentials } from './0041-webhook-credentials.ts'
import { mailRequests } from './0042-mail-requests.ts'
import { replayRights } from './0043-replay-rights.ts'
import { importRunners } from './0044-imports.ts'
import { invoiceCorrections } from './0046-invoice-corrections.ts'
import { numberJumps } from './0047-number-jumps.ts'
import { deliveryNumbers } from './0048-delivery-numbers.ts'
import { stockSources } from './0049-stock-sources.ts'
import { taxRounding } from './0050-tax-rounding.ts'
import { allocations } from './0051-allocations.ts'
import { numberPatterns } from './0052-number-patterns.ts'
import { freeLines } from './0054-free-lines.ts'
import { grossPrices } from './0055-gross-prices.ts'
import { quotations } from './0056-quotations.ts'
import { quotationLines } from './0057-quotation-lines.ts'
import { paymentAllocations } from './0058-payment-allocations.ts'
import { creditNotes } from './0059-credit-notes.ts'

/** Applied in this order, each once. A migration that has been released never changes. */
export const migrations: readonly Migration[] = [
  foundation,
  access,
  items,
  customers,
  orderToCash,
  administration,
  oauth,
  rateUsage,
  search,
  webInterface,
  figures,
  imports,
  sortedWithin,
  ownRecords,
  laidAsideIndexes,
  linesTogether,
  writeQueue,
  postingSignatures,
  signIn,
  mail,
  rights,
  secretRotation,
  seriesDates,
  importForm,
  sortKeys,
  lineFilters,
  letterhead,
  defaultValues,
  externalIds,
  changeFeed,
  webhooks,
  webhookCredentials,
  mailRequests,
  replayRights,
  importRunners,
  invoiceCorrections,
  numberJumps,
  deliveryNumbers,
  stockSources,
  taxRounding,
  allocations,
  numberPatterns,
  freeLines,
  grossPrices,
  quotations,
  quotationLines,
  paymentAllocations,
  creditNotes,
]
