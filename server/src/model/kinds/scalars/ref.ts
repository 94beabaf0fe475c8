import { isObject } from '../../input.ts'
import { msg } from '../../message.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'
import { idKind } from './id.ts'

const byId = idKind('ref', false)

/**
 * The id of a record of the resource that `options.target` names. A body may have an object with one unique field of that
 * record in its place: it is accepted as it is, and replaced by the id in the transaction.
 */
export const ref = scalarKind<string>({
  ...byId,
  accept(value, options) {
    if (!isObject(value)) return byId.accept(value, options)
    const [only, second] = Object.values(value)
    return typeof only === 'string' && only.trim() !== '' && second === undefined
      ? (value as never)
      : new Fault(msg`must be an id, or an object with one unique field such as {"externalIds.shop": "1001"}`)
  },
})
