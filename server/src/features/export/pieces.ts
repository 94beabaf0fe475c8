import { type Actor, type CurrentActor, permissionFor } from '../../core/access.ts'
import type { Command, Executor, Reply } from '../../core/command.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import { msg, recordsName } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'

export interface PieceParts {
  readonly executor: Executor
  readonly currentActor: CurrentActor
  readonly resource: Resource
  /** Called when the rights are withdrawn before the file is complete. */
  onRefusal(problem: Problem): Promise<void>
}

/** A long file in chunks; each is made on demand, by separate reads and under the current rights. */
export async function* piecesOf(parts: PieceParts, command: Command, first: Reply): AsyncGenerator<Buffer> {
  yield first.file!
  const { page: _, ...list } = command.list ?? plainList()
  for (let { next } = first; next; ) {
    const reply = await nextPiece(parts, { ...command, list: { ...list, after: next } })
    yield reply.file!
    next = reply.next
  }
}

async function nextPiece({ executor, currentActor, resource, onRefusal }: PieceParts, command: Command) {
  try {
    // A confirmation counts for the whole file, however long the client takes to read it.
    const { isProven } = command.actor
    const actor = { ...(await currentActor(command.actor)), ...(isProven && { isProven }) }
    refuseOtherRights(resource, command.actor, actor)
    const { permission: _, ...rest } = command // that of the earlier actor
    return await executor.execute({ ...rest, actor })
  } catch (error) {
    if (error instanceof Problem && error.status < 500) await onRefusal(error)
    throw error
  }
}

/** All rows of a file must have the same columns, and be selected by the same rule. */
function refuseOtherRights(resource: Resource, before: Actor, now: Actor): void {
  const [old, current] = [before, now].map((actor) => JSON.stringify(permissionFor(actor, resource)))
  if (old === current) return
  const message = msg`The rights of your role on ${recordsName(resource)} have changed since this file was begun. Ask for it again.`
  throw new Problem('FORBIDDEN', { text: message })
}
