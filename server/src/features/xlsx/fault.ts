/**
 * Why a workbook cannot be read.
 * - other: it is no workbook at all.
 * - old: it is a workbook of the format before 2007, or protected by a password.
 * - large: it contains too much.
 * - broken: it is damaged.
 * - waiting: another one of the same user waits to be read.
 */
export type FaultReason = 'other' | 'old' | 'large' | 'broken' | 'waiting'

export class WorkbookFault extends Error {
  readonly reason: FaultReason

  constructor(reason: FaultReason, options?: ErrorOptions) {
    super(`The workbook cannot be read (${reason}).`, options)
    this.reason = reason
  }
}
