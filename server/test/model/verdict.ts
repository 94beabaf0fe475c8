/** Why the server must refuse. */
export const REFUSALS = [
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'INVALID_STATUS_TRANSITION',
  'DOCUMENT_LOCKED',
  'RESOURCE_IN_USE',
  'NOTHING_TO_INVOICE',
  'OVER_INVOICED',
  'CREDIT_LIMIT_EXCEEDED',
  'CUSTOMER_ON_HOLD',
  'INACTIVE_REFERENCE',
  'INSUFFICIENT_STOCK',
  'OVERPAYMENT',
  'OVER_ALLOCATED',
  'TOTAL_MISMATCH',
] as const

export type Refusal = (typeof REFUSALS)[number]

/** Undefined: it must obey. */
export type Verdict = Refusal | undefined

export const httpStatusOf = (refusal: Refusal): number => (refusal === 'NOT_FOUND' ? 404 : 422)
