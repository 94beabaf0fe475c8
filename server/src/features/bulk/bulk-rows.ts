import type { Action, Preparation } from '../../core/action.ts'
import { keyIn } from '../../core/by-key/record-key.ts'
import { sentKey } from '../../core/by-key/upsert.ts'
import type { Reply } from '../../core/command.ts'
import { acceptInput } from '../../core/input/accept-input.ts'
import { refuseFaults } from '../../core/problem.ts'
import { FAULTS_MAX, Faults, isObject } from '../../model/input.ts'
import { keyFieldAt, keyNamesOf } from '../../model/keys/record-key.ts'
import { eitherOf, msg } from '../../model/message.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'

/** What is made of each row. The key is the unique field by which an upsert finds its record. */
export interface RowsRequest {
  readonly rows?: readonly unknown[] | null
  readonly key?: string | null
}

/** The message of a refused row names so many fields. */
const FAULTS_OF_ROW_MIN = 5

/** The faults of all rows together are bounded as those of one body are: later rows keep only those that their message names. */
export class RowFaults {
  #left = FAULTS_MAX

  ofRow(): Faults {
    return new Faults(Math.max(this.#left, FAULTS_OF_ROW_MIN))
  }

  count({ details }: Faults): void {
    this.#left -= details.length
  }
}

interface Place {
  readonly resource: Resource
  readonly action: Action
  readonly permission: Permission
  readonly faults: RowFaults
}

/** The rows of a request that creates or upserts; refused if the request does not fit the action. */
export function rowsIn({ resource, action }: Omit<Place, 'faults'>, { rows, key }: RowsRequest): readonly unknown[] {
  if (!rows || rows.length === 0) refuseFaults([{ field: 'rows', message: msg`Send at least one row.` }])
  if (action.isUpsert && !(key && keyFieldAt(resource, key))) {
    const names = eitherOf(keyNamesOf(resource))
    refuseFaults([{ field: 'key', message: msg`Send the unique field by which rows are found as key: ${names}.` }])
  }
  return rows!
}

/** One row as a request of its own. The position is part of its Idempotency-Key. */
export function rowPerformed(ctx: Preparation, place: Place, key: string, row: unknown, index: number): Promise<Reply> {
  const { resource, action, permission, faults } = place
  if (!isObject(row)) refuseFaults([{ field: '', message: msg`A row must be an object.` }])
  const order = { resource: resource.name, action: action.name, id: '' }
  if (!action.isUpsert) {
    const found = faults.ofRow()
    const accepted = acceptInput(row as AnyRecord, action, permission, found)
    faults.count(found)
    return ctx.perform({ ...order, ...accepted }, index)
  }
  const value = sentKey({ field: key }, row as AnyRecord)
  if (typeof value !== 'string' || value.trim() === '')
    refuseFaults([{ field: key, message: msg`A row that is found by ${key} must have it as a text.` }])
  const found = { key: keyIn(resource, permission, key, value as string) }
  return ctx.perform({ ...order, ...found, input: { body: row } }, index)
}

/** Which record a row has become, as far as the answer shows it. */
export function recordIn(resource: Resource, { status, body }: Reply): AnyRecord {
  const { data } = JSON.parse(body)
  return { id: data.id, title: valueAt(data, resource.title) ?? null, created: status === 201 }
}
