import { fork } from 'node:child_process'
import { Semaphore } from '../../core/semaphore.ts'
import type { Cancellation } from '../../core/store.ts'
import { type FaultReason, WorkbookFault } from './fault.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Job = { readonly read: Uint8Array } | { readonly write: readonly Uint8Array[] }

export type Answer =
  | { readonly batches: readonly string[] }
  | { readonly file: Uint8Array }
  | { readonly fault: FaultReason }

/** Enough for a workbook of a million cells. */
const HEAP_MB = 768
/** The XML parser calls itself for each chunk of a sheet. */
const STACK_KB = 3900
const TIME_MAX_MS = 120_000
/** One after the other: the memory for workbooks is bounded. A workbook that is read for long holds up no export. */
const readers = new Semaphore(1)
const writers = new Semaphore(1)
const waitingOwners = new Set<string>()

/** On whose behalf a workbook is read. */
export interface Reading {
  readonly owner: string
  readonly onCancel?: Cancellation
}

/** The rows of the first sheet, texts and numbers: batches of rows, each as JSON. Throws a `WorkbookFault`. */
export async function readXlsx(content: Buffer, { owner, onCancel }: Reading): Promise<readonly string[]> {
  const gone = new AbortController()
  onCancel?.(() => gone.abort(new WorkbookFault('large'))) // no client is left to read the reason
  const answer = await inTurn(owner, gone.signal, () => answerTo({ read: content }, gone.signal))
  if ('batches' in answer) return answer.batches
  throw new WorkbookFault('fault' in answer ? answer.fault : 'broken')
}

/** A user has at most one workbook that waits, so that no user fills the queue alone. */
async function inTurn(owner: string, signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  if (!readers.isBusy) return readers.run(work, signal)
  if (waitingOwners.has(owner)) throw new WorkbookFault('waiting')
  waitingOwners.add(owner)
  let isWaiting = true
  const leave = () => {
    if (isWaiting) waitingOwners.delete(owner)
    isWaiting = false
  }
  const begin = () => {
    leave()
    return work()
  }
  return readers.run(begin, signal).finally(leave)
}

/** A workbook from lines of JSON, as `writeWorkbook` reads them. */
export async function writeXlsx(pieces: readonly Buffer[]): Promise<Buffer> {
  const answer = await writers.run(() => answerTo({ write: pieces }))
  if ('file' in answer) return Buffer.from(answer.file.buffer, answer.file.byteOffset, answer.file.byteLength)
  throw new WorkbookFault('fault' in answer ? answer.fault : 'broken')
}

/**
 * A workbook is in memory as a whole, and the libraries work on it without a pause. In a process of its own it holds up no
 * request; and a file that was made to use up all memory ends that process, not the server, as it would from a thread.
 */
function answerTo(job: Job, signal?: AbortSignal): Promise<Answer> {
  const child = fork(new URL('./process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, `--stack-size=${STACK_KB}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const end = () => child.kill('SIGKILL')
  const tooLong = setTimeout(end, TIME_MAX_MS)
  signal?.addEventListener('abort', end, { once: true })
  child.on('message', (answer: Answer) => resolve(answer))
  child.on('error', reject)
  // Killed by its watchdog, by the system, or by itself when its memory was full.
  child.on('exit', (_code, killed) => (killed ? resolve({ fault: 'large' }) : resolve({ fault: 'broken' })))
  child.send(job)
  return promise.finally(() => {
    clearTimeout(tooLong)
    signal?.removeEventListener('abort', end)
  })
}
