import type { Actor } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'
import { isOpenTo } from '../../features/describe/describe-resource.ts'

/** What every resource has, by the name of the action. */
const TOOL_OF_ACTION = {
  list: 'list_records',
  read: 'read_record',
  history: 'read_history',
  create: 'create_record',
  update: 'update_record',
  delete: 'delete_record',
  status: 'change_status',
} as const

const TOOL_OF_ENTRY = { search: 'search', describe: 'describe_resource', report: 'run_report' } as const

export type ToolName =
  | (typeof TOOL_OF_ACTION)[keyof typeof TOOL_OF_ACTION]
  | (typeof TOOL_OF_ENTRY)[keyof typeof TOOL_OF_ENTRY]
  | 'run_action'

/** An action that a tool can be used for. */
export interface Offer {
  readonly entry: Entry
  readonly action: Action
}

/** The tools, each with the actions that it can be used for. */
export type Toolbox = ReadonlyMap<ToolName, readonly Offer[]>

/** Everything that an assistant could do, whatever its credential. */
export const toolboxOf = (entries: readonly Entry[]): Toolbox =>
  grouped(entries.flatMap((entry) => entry.actions.map((action) => ({ entry, action }))))

/** What the role and the credential of this actor allow. */
export const allowedTo = (actor: Actor, toolbox: Toolbox): Toolbox =>
  grouped([...toolbox.values()].flat().filter(({ entry, action }) => isOpenTo(actor, entry, action)))

function grouped(offers: readonly Offer[]): Toolbox {
  const byTool = Map.groupBy(offers, toolFor)
  byTool.delete(undefined)
  return byTool as Map<ToolName, Offer[]>
}

function toolFor({ entry: { resource, tool }, action }: Offer): ToolName | undefined {
  if (tool) return TOOL_OF_ENTRY[tool]
  if (resource.internal || isForOthers(action)) return undefined
  const { name } = action
  if (Object.hasOwn(TOOL_OF_ACTION, name)) return TOOL_OF_ACTION[name as keyof typeof TOOL_OF_ACTION]
  return action.method === 'GET' ? undefined : 'run_action'
}

/**
 * Not for assistants: what only a person may do, what is answered with a secret, files, what does other actions to many
 * records at once, and what names records by other fields than the id.
 */
const isForOthers = ({ access, sessionOnly, sensitive, consumes, produces, passesOn, isUpsert }: Action): boolean =>
  Boolean(access === 'public' || sessionOnly || sensitive || consumes || produces || passesOn || isUpsert)

/** The resources of some offers, each once. */
export const resourcesIn = (offers: readonly Offer[] = []): string[] => [
  ...new Set(offers.map(({ entry }) => entry.resource.name)),
]

/** Whether it is about one of several records. */
export const takesId = ({ action }: Offer): boolean => action.path.includes(':id')
