import type { Permission } from '../../../../server/src/model/rights.ts'
import type { Resource } from '../../api/resources.ts'
import type { Rule } from './permissions.ts'

/** What a role may do with one resource. */
export interface MatrixRow extends Rule {
  readonly name: string
  readonly label: string
  /** Undefined: all that is not named. */
  readonly resource: Resource | undefined
  /** Undefined: it is only read. */
  readonly change: ((permission: Permission) => void) | undefined
  /** Back to what holds for the rest. */
  readonly reset: (() => void) | undefined
}

export interface MatrixGroup {
  readonly id: 'business' | 'administration'
  readonly rows: readonly MatrixRow[]
}
