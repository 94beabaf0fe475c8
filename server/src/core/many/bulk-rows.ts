import { isObject } from '../../model/input.ts'
import { keyFieldAt, keyNamesOf } from '../../model/keys/record-key.ts'
import { eitherOf, msg } from '../../model/message.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import type { Action, Preparation } from '../action.ts'
import { keyIn } from '../by-key/record-key.ts'
import { sentKey } from '../by-key/upsert.ts'
import type { Reply } from '../command.ts'
import { acceptInput } from '../input/accept-input.ts'
import { refuseFaults } from '../problem.ts'

/** What is made of each row. The key is the unique field by which an upsert finds its record. */
export interface RowsRequest {
  readonly rows?: readonly unknown[] | null
  readonly key?: string | null
}

interface Place {
  readonly resource: Resource
  readonly action: Action
  readonly permission: Permission
}

/** The rows of a request that creates or upserts; refused if the request does not fit the action. */
export function rowsIn({ resource, action }: Place, { rows, key }: RowsRequest): readonly unknown[] {
  if (!rows || rows.length === 0) refuseFaults([{ field: 'rows', message: msg`Send at least one row.` }])
  if (action.isUpsert && !(key && keyFieldAt(resource, key))) {
    const names = eitherOf(keyNamesOf(resource))
    refuseFaults([{ field: 'key', message: msg`Send the unique field by which rows are found as key: ${names}.` }])
  }
  return rows!
}

/** One row as a request of its own. The position is part of its Idempotency-Key. */
export function rowPerformed(ctx: Preparation, place: Place, key: string, row: unknown, index: number): Promise<Reply> {
  const { resource, action, permission } = place
  if (!isObject(row)) refuseFaults([{ field: '', message: msg`A row must be an object.` }])
  const order = { resource: resource.name, action: action.name, id: '' }
  if (!action.isUpsert) return ctx.perform({ ...order, ...acceptInput(row as AnyRecord, action, permission) }, index)
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
