import { type Actor, authorise } from '../../core/access.ts'
import { DRY_RUN, permissionAnswered } from '../../core/action.ts'
import type { Trail } from '../../core/audit/trail.ts'
import type { Executor, Reply } from '../../core/command.ts'
import { invalid, shown } from '../../core/lists/parameters.ts'
import { refuseFaults } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import { fieldLabel } from '../../model/input.ts'
import { msg, recordsName } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { urlOf } from '../addresses.ts'
import { type CommandFor, carryOut, recorded } from '../commands/commands.ts'
import { readArguments } from './arguments.ts'
import { briefOf, overviewOf } from './describe.ts'
import { describedResult, type LinkOf, replyResult, searchResult, type ToolResult } from './results.ts'
import { allowedTo, type Offer, type Toolbox, type ToolName, takesId } from './toolbox.ts'
import { type Order, reportName, tools } from './tools.ts'

export interface CallParts {
  readonly toolbox: Toolbox
  readonly byName: ReadonlyMap<string, Entry>
  readonly executor: Executor
  readonly commandFor: CommandFor
  readonly trail: Trail
}

/** Carries out a call as a request to the API with the same credential would be. Throws what that would be refused with. */
export async function callTool(
  parts: CallParts,
  name: ToolName,
  sent: AnyRecord,
  actor: Actor,
  linkOf: LinkOf,
): Promise<ToolResult> {
  const { toolbox, byName } = parts
  const given = readArguments(tools[name].fields(toolbox), sent)
  const offer = offerFor(toolbox, name, given)
  const id = takesId(offer) ? idIn(name, given) : undefined
  const reply = await perform(parts, { offer, id, given, ...tools[name].order(given) }, actor)
  if (name === 'search') return searchResult(reply, byName, linkOf)
  if (name === 'describe_resource') return describedResult(described(reply, toolbox, actor, given.resource))
  return replyResult(reply, offer.entry, isOfRecords(offer), linkOf)
}

/** Whether the answer shows records of the resource itself. */
const isOfRecords = ({ action }: Offer): boolean => !action.output && !(action.method === 'GET' && action.of)

/** The action that a call is for, whether or not it is allowed. */
function offerFor(toolbox: Toolbox, name: ToolName, { resource, action, report }: AnyRecord): Offer {
  const offers = toolbox.get(name) ?? []
  if (name === 'run_report') return offers.find((offer) => reportName(offer) === report)!
  if (name === 'describe_resource') return offers.find((offer) => takesId(offer) === (resource !== undefined))!
  if (name === 'search') return offers[0]!
  const known = offers.filter(({ entry }) => entry.resource.name === resource)
  if (name !== 'run_action') return known[0]!
  const found = known.find((offer) => offer.action.name === action)
  if (found) return found
  const names = known.map((offer) => offer.action.name)
  throw invalid(
    'action',
    msg`${recordsName({ name: String(resource) })} have no action ${shown(String(action))}.${didYouMean(String(action), names)}`,
  )
}

/** The id in the address of the request. A description is called by the name of its resource. */
function idIn(name: ToolName, { id, resource }: AnyRecord): string {
  if (name === 'describe_resource') return String(resource)
  if (id === undefined) refuseFaults([{ field: 'id', message: msg`${fieldLabel('id')} ${msg`is required`}.` }])
  return String(id)
}

interface Call extends Order {
  readonly offer: Offer
  readonly id: string | undefined
  readonly given: AnyRecord
}

async function perform(parts: CallParts, { offer, id, given, pairs, body }: Call, actor: Actor): Promise<Reply> {
  const { entry, action } = offer
  const { ifVersion, idempotencyKey, dryRun } = given
  try {
    const permission = authorise(actor, entry.resource, action)
    const command = parts.commandFor(entry, action, {
      actor,
      permission,
      ...(id !== undefined && { id }),
      pairs: [
        ...(pairs?.(entry.resource, permissionAnswered(actor, action, permission)) ?? []),
        ...(dryRun ? [[DRY_RUN, 'true'] as const] : []),
      ],
      body,
      method: action.method,
      url: urlOf(entry, action).replace(':id', id ?? ''),
      ...(ifVersion !== undefined && { ifMatch: `"${ifVersion}"` }),
      ...(idempotencyKey !== undefined && { idempotencyKey: idempotencyKey as string }),
    })
    return await carryOut(parts, action, command, '')
  } catch (error) {
    throw await recorded(parts.trail, { entry, action, actor, id }, error)
  }
}

function described(reply: Reply, toolbox: Toolbox, actor: Actor, resource: unknown): AnyRecord {
  const { data } = JSON.parse(reply.body)
  if (resource === undefined) return overviewOf(data)
  const actions = allowedTo(actor, toolbox).get('run_action') ?? []
  return briefOf(
    data,
    actor,
    actions.filter(({ entry }) => entry.resource.name === resource),
  )
}
