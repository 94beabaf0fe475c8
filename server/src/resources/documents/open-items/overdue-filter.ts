import type { Comparable, Condition, Operator } from '../../../core/lists/list-query.ts'
import { Problem } from '../../../core/problem.ts'
import { msg } from '../../../model/message.ts'

const BY_WORD: readonly Operator[] = ['eq', 'ne', 'in']

/** `status=overdue` and `isOverdue=…`, in terms of the day from which an open item is overdue. */
export function overdueConditions(day: string, condition: Condition): Condition[] | undefined {
  const { path, operator, values } = condition
  const isStatus = path === 'status' && values.includes('overdue')
  if (!isStatus && path !== 'isOverdue') return undefined
  // Overdue is no status, so that no list of statuses can hold it beside others.
  if (isStatus && !(BY_WORD.includes(operator) && values.every((value) => value === 'overdue')))
    throw refusal(condition)
  return sinceConditions(day, { path: 'overdueFrom', operator, values: isStatus ? [true] : values })
}

/** A condition on a fact that holds from a day on, in terms of the field with that day. */
export function sinceConditions(day: string, { path, operator, values }: Condition): Condition[] {
  const admitted = [true, false].filter((isFact) => admits(isFact, operator, values))
  if (admitted.length === 2) return []
  if (admitted.length === 0) return [{ path, operator: 'eq', values: [null] }] // it is never unknown
  return [{ path, operator: admitted[0] ? 'lte' : 'gt', values: [day] }]
}

function admits(isFact: boolean, operator: Operator, values: readonly Comparable[]): boolean {
  const difference = Number(isFact) - Number(values[0])
  switch (operator) {
    case 'ne':
      return !values.includes(isFact)
    case 'gt':
      return difference > 0
    case 'gte':
      return difference >= 0
    case 'lt':
      return difference < 0
    case 'lte':
      return difference <= 0
    default:
      return values.includes(isFact)
  }
}

function refusal({ path, operator }: Condition): Problem {
  const field = operator === 'eq' ? path : `${path}[${operator}]`
  const message = msg`"${field}" cannot ask what is overdue. Use isOverdue=true, or status=overdue alone.`
  return new Problem('INVALID_FILTER', { text: message, details: [{ field, message }] })
}
