import { fork } from 'node:child_process'
import { Semaphore } from '../semaphore.ts'
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
/** Others wait: the memory for workbooks is bounded. */
const processes = new Semaphore(1)

/** The rows of the first sheet as texts: batches of rows, each as JSON. Throws a `WorkbookFault`. */
export async function readXlsx(content: Buffer): Promise<readonly string[]> {
  const answer = await inProcess({ read: content })
  if ('batches' in answer) return answer.batches
  throw new WorkbookFault('fault' in answer ? answer.fault : 'broken')
}

/** A workbook from lines of JSON, as `writeWorkbook` reads them. */
export async function writeXlsx(pieces: readonly Buffer[]): Promise<Buffer> {
  const answer = await inProcess({ write: pieces })
  if ('file' in answer) return Buffer.from(answer.file.buffer, answer.file.byteOffset, answer.file.byteLength)
  throw new WorkbookFault('fault' in answer ? answer.fault : 'broken')
}

const inProcess = (job: Job): Promise<Answer> => processes.run(() => answerTo(job))

/**
 * A workbook is in memory as a whole, and the libraries work on it without a pause. In a process of its own it holds up no
 * request; and a file that was made to use up all memory ends that process, not the server, as it would from a thread.
 */
function answerTo(job: Job): Promise<Answer> {
  const child = fork(new URL('./process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, `--stack-size=${STACK_KB}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const tooLong = setTimeout(() => child.kill('SIGKILL'), TIME_MAX_MS)
  child.on('message', (answer: Answer) => resolve(answer))
  child.on('error', reject)
  // Killed by the system, or by itself when its memory was full.
  child.on('exit', (_code, signal) => (signal ? resolve({ fault: 'large' }) : resolve({ fault: 'broken' })))
  child.send(job)
  return promise.finally(() => clearTimeout(tooLong))
}
