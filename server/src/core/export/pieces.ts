import type { Command, Executor, Reply } from '../command.ts'
import { plainList } from '../lists/list-query.ts'

/** A long file, piece by piece; each is made when it is asked for, by reads of its own. */
export async function* piecesOf(executor: Executor, command: Command, first: Reply): AsyncGenerator<Buffer> {
  yield first.file!
  const { page: _, ...list } = command.list ?? plainList()
  for (let { next } = first; next; ) {
    const reply = await executor.execute({ ...command, list: { ...list, after: next } })
    yield reply.file!
    next = reply.next
  }
}
