import { refuseHidden } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { defineWarnings } from '../../core/warnings.ts'
import { choiceName, msg, toldOf } from '../../model/message.ts'
import type { DocumentBehaviour } from '../documents/document-behaviour.ts'
import { documentRules } from '../documents/document-rules.ts'
import { sinceConditions } from '../documents/open-items/overdue-filter.ts'
import { NEVER } from '../documents/open-items/settlement.ts'
import { businessSettings, today } from '../settings/settings.operations.ts'
import { type Quotation, quotations } from './quotations.resource.ts'

const { QUOTATION_EXPIRED } = defineWarnings({
  QUOTATION_EXPIRED: 'The quotation was accepted after the last day on which it was valid.',
})

const daysAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()

const quotationRules = documentRules(quotations, {
  async adds({ status, validUntil }, { quotationDate }, ctx) {
    const until = validUntil ?? daysAfter(quotationDate!, (await businessSettings(ctx)).quotationValidDays)
    return { validUntil: until, expiresFrom: status === 'sent' && until < NEVER ? daysAfter(until, 1) : NEVER }
  },
  check: ({ quotationDate, validUntil }) =>
    validUntil < quotationDate
      ? [{ field: 'validUntil', message: msg`Valid until must not be before the quotation date.` }]
      : [],
  editableLater: () => ['notes', 'validUntil', 'rejectionReason'],
  keptBecause: ({ status }) =>
    msg`The quotation has the status "${choiceName(status)}". Reject it before you delete it.`,
  effects: { accepted: warnIfExpired },
  async compute(ctx, shown) {
    const day = await today(ctx)
    return shown.map(({ expiresFrom }) => ({ isExpired: expiresFrom <= day }))
  },
  async interpret(ctx, condition) {
    if (condition.path !== 'isExpired') return undefined
    refuseHidden(ctx.permission, ['isExpired'])
    return sinceConditions(await today(ctx), { ...condition, path: 'expiresFrom' })
  },
})

/** It may still be accepted: whether the prices hold is for people to say. */
async function warnIfExpired(ctx: Context, quotation: Quotation): Promise<Partial<Quotation>> {
  if (quotation.expiresFrom <= (await today(ctx))) {
    const told = toldOf(quotations, quotation)
    const message = msg`The quotation ${told('quotationNumber')} was valid until ${told('validUntil')}.`
    ctx.warn({ code: QUOTATION_EXPIRED, message })
  }
  return {}
}

export const quotationBehaviour: DocumentBehaviour = {
  rules: quotationRules,
  stock: {
    update: {
      description:
        'A draft can be changed as a whole; any other in its notes, the day until which it is valid, and why it was rejected.',
    },
  },
  shippedRights: {
    sales: { can: ['read', 'create', 'update', 'submit', 'cancel'], own: true },
    accountant: { can: ['read'] },
    viewer: { can: ['read'] },
  },
}
