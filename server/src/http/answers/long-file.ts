import { Readable } from 'node:stream'
import type { Action } from '../../core/action.ts'
import type { Command, Reply } from '../../core/command.ts'

/** The time in which a client must have read a streamed file to its end. */
const LONG_FILE_MS = 30 * 60_000

/**
 * A file that is sent while it is made: the next piece is made when the client has taken the one before. If a piece cannot be
 * made, or the time is over, the stream fails and the connection is cut, so that no client takes a part for the whole.
 */
export const longFile = (pieces: AsyncIterable<Buffer>, limitMs = LONG_FILE_MS): Readable =>
  Readable.from(pieces, { highWaterMark: 1, signal: AbortSignal.timeout(limitMs) })

/** What is sent of a file: all of it at once, or piece by piece. HEAD is answered without the pieces. */
export async function contentOf(
  method: string,
  action: Action,
  command: Command,
  { file, next, headers }: Reply,
  pieces: AsyncIterable<Buffer>,
): Promise<Buffer | Readable> {
  const assemble = action.method === 'GET' ? action.assemble : undefined
  if (method === 'HEAD') return next || assemble ? Readable.from([]) : file!
  const whole = await assemble?.(command, pieces, headers['content-type'] ?? '')
  return whole ?? (next ? longFile(pieces) : file!)
}
