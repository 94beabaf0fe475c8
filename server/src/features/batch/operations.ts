import { type Actor, authorise, isRight } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import { keyIn } from '../../core/by-key/record-key.ts'
import type { Command } from '../../core/command.ts'
import { NOT_BATCHABLE } from '../../core/execution/batch-problems.ts'
import { checkedFields, isAny, versionsIn } from '../../core/execution/step.ts'
import { acceptInput, referencesIn } from '../../core/input/accept-input.ts'
import { Problem, refuseFaults } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import type { DeclaredRecords, NamedRecord } from '../../core/store.ts'
import { isObject } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { type Results, resolved } from './result-references.ts'

export interface Operation {
  readonly ref?: string | null
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly ifMatch?: string | null
}

/** What an address names. */
interface Addressed {
  readonly entry: Entry
  readonly action: Action
  readonly parameters: Readonly<Record<string, string>>
}

export type FindAction = (method: Operation['method'], path: string) => Addressed | undefined

/** Finds the action of an address, as the HTTP server would. */
export function actionFinder(entries: readonly Entry[]): FindAction {
  const routes = entries.flatMap((entry) =>
    entry.actions
      .filter(({ method }) => method !== 'GET')
      .map((action) => ({ entry, action, names: partsOf(`${entry.path ?? entry.resource.name}${action.path}`) })),
  )
  // Those without parameters first: `/items/bulk` is no item.
  const sorted = routes.toSorted((a, b) => parameterCount(a.names) - parameterCount(b.names))
  return (method, path) => {
    const parts = partsOf(path.replace(/^\/api\/v1(?=\/)/, ''))
    const isMethod = (action: Action) => action.method === (method === 'PATCH' && !action.isUpsert ? 'PUT' : method)
    for (const { entry, action, names } of sorted) {
      const parameters = isMethod(action) ? parametersIn(names, parts) : undefined
      if (parameters) return { entry, action, parameters }
    }
    return undefined
  }
}

const partsOf = (path: string): string[] => path.replace(/^\/|\/$/g, '').split('/')
const parameterCount = (names: readonly string[]): number => names.filter((name) => name.startsWith(':')).length

function parametersIn(names: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const fits =
    names.length === parts.length && names.every((name, index) => name.startsWith(':') || name === parts[index])
  if (!fits) return undefined
  return Object.fromEntries(
    names.flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), parts[index]!]] : [])),
  )
}

/** Not what signs in, sends a file, takes long, does more than one transaction or answers a secret. */
const isBatchable = (action: Action): boolean =>
  isRight(action.access) && !action.consumes && !action.sensitive && !('prepare' in action && action.prepare)

const ID = /^[\w-]{1,64}$/

/** The command that an operation asks for. Throws what the same request would be refused with. */
export function commandOf(find: FindAction, actor: Actor, operation: Operation, results: Results): Command {
  const { method, ifMatch } = operation
  const path = operation.path.split('/').map((part) => textOf(resolved(part, results, 'path')))
  const found = find(method, path.join('/'))
  if (!found) throw new Problem('NOT_FOUND')
  const { entry, action, parameters } = found
  const { resource } = entry
  if (!isBatchable(action)) throw new Problem(NOT_BATCHABLE)
  const permission = authorise(actor, resource, action)
  const { id = action.recordId ?? '', field, value = '' } = parameters
  if (id !== '' && !ID.test(id)) throw new Problem('NOT_FOUND')
  const body = resolved(operation.body ?? {}, results, '')
  if (!isObject(body)) refuseFaults([{ field: 'body', message: msg`The body must be an object.` }])
  const accepted = action.input && !action.isUpsert ? acceptInput(body as AnyRecord, action, permission) : { input: {} }
  const versions = versionsIn(ifMatch ?? undefined)
  return {
    resource: resource.name,
    action: action.name,
    actor,
    permission,
    id,
    ...(field !== undefined && { key: keyIn(resource, permission, field, decoded(value)) }),
    ...(action.isUpsert ? { input: { body } } : accepted),
    ...(versions && { versions }),
    ...(action.isUpsert && isAny(ifMatch ?? undefined) && { mustExist: true as const }),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Problem('NOT_FOUND')
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The records that operations name without a reference to an earlier result. They are locked in one order before the batch
 * begins, so that batches in opposite orders wait for each other only once.
 */
export function recordsNamedBy(find: FindAction, operations: readonly Operation[]): DeclaredRecords {
  const named = operations.map((operation) => namedBy(find, operation))
  return { locks: named.flatMap(({ locks }) => locks), reads: named.flatMap(({ reads }) => reads) }
}

function namedBy(find: FindAction, { method, path, body }: Operation): Record<'locks' | 'reads', NamedRecord[]> {
  const found = find(method, path)
  if (!found || !isBatchable(found.action)) return { locks: [], reads: [] }
  const { entry, action, parameters } = found
  const { resource, alwaysReads = [] } = entry
  const id = parameters.id ?? action.recordId ?? ''
  const fields = checkedFields(action)
  const { input } = fields && isObject(body) ? acceptInput(body, action, { can: [] }) : { input: {} }
  const references = fields ? referencesIn(fields, input) : []
  const reads = references.map((reference) => ({ resource: reference.target, id: reference.id as unknown }))
  const isNamed = (record: { id: unknown }): record is NamedRecord =>
    typeof record.id === 'string' && ID.test(record.id)
  return {
    locks: [{ resource: resource.name, id }].filter(isNamed),
    reads: [...alwaysReads, ...reads.filter(isNamed)],
  }
}
