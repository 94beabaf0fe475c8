import { keyNamesOf } from '../../model/keys/record-key.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { type Action, type Preparation, readAction } from '../action.ts'
import { acceptInput } from '../input/accept-input.ts'
import type { Entry } from '../rules.ts'
import { findByKey, noRecordWith } from './record-key.ts'
import { stockActionOf, upsertRecord } from './upsert.ts'

export const BY_KEY_PATH = '/by/:field/:value'

/** Reading and writing one record by a unique field instead of its id: for every resource that has one. */
export function byKeyActions(entry: Entry): Action[] {
  const { resource, actions } = entry
  const read = actions.find(({ name, recordId }) => name === 'read' && recordId === undefined)
  if (!read || keyNamesOf(resource).length === 0) return []
  const [create, update] = [stockActionOf(entry, 'create'), stockActionOf(entry, 'update')]
  return [readByKey(entry, read), ...(create && update ? [upsertAction(entry, create, update)] : [])]
}

const readByKey = ({ resource }: Entry, read: Action): Action =>
  readAction({
    name: 'read-by-key',
    method: 'GET',
    path: BY_KEY_PATH,
    parameters: 'record',
    access: read.access,
    status: 200,
    summary: `Get one ${resource.singular} by a unique field`,
    async run({ records }, { key }) {
      const record = await findByKey(records, resource, key!)
      if (!record) throw noRecordWith(resource, key!)
      return { record }
    },
  })

interface UpsertInput {
  readonly body: AnyRecord
  readonly added?: AnyRecord
}

const upsertAction = (entry: Entry, create: Action, update: Action): Action => ({
  name: 'upsert',
  method: 'PUT',
  path: BY_KEY_PATH,
  access: 'update',
  orAccess: 'create',
  ...(create.sessionOnly && update.sessionOnly && { sessionOnly: true }),
  ...(create.needsProof && update.needsProof && { needsProof: true }),
  input: update.input,
  mode: 'update',
  isUpsert: true,
  status: 200,
  summary: `Update or create ${/^[aeiou]/.test(entry.resource.singular) ? 'an' : 'a'} ${entry.resource.singular} by a unique field`,
  description: 'Creates the record if there is none.',
  problems: [...new Set([...(create.problems ?? []), ...(update.problems ?? []), 'RECORD_EXISTS' as const])],
  ...(isPrepared(create) || isPrepared(update) ? { prepare: preparing(update) } : {}),
  async run(ctx, { key, input, versions, mustExist, mustBeNew }) {
    const { body, added } = input as unknown as UpsertInput
    const preconditions = {
      ...(versions && { versions }),
      ...(mustExist && { mustExist }),
      ...(mustBeNew && { mustBeNew }),
    }
    const { record, isNew } = await upsertRecord(ctx, entry, {
      key: key!,
      body,
      ...(added && { added }),
      ...preconditions,
    })
    return { record, ...(isNew && { status: 201 as const }) }
  },
})

type Preparing = Action & { prepare(ctx: Preparation, input: AnyRecord): Promise<AnyRecord> }
const isPrepared = (action: Action): action is Preparing => 'prepare' in action && action.prepare !== undefined

/** What preparing an update adds to its input. A body with faults is not prepared: the transaction refuses it. */
const preparing =
  (update: Action) =>
  async (ctx: Preparation, sent: AnyRecord): Promise<UpsertInput> => {
    const body = sent.body as AnyRecord
    const { input, faults } = acceptInput(body, update, ctx.permission)
    if (faults || !isPrepared(update)) return { body }
    const prepared = Object.entries(await update.prepare(ctx, input))
    return { body, added: Object.fromEntries(prepared.filter(([name]) => !Object.hasOwn(input, name))) }
  }
