// The process that reads or writes one workbook, and ends.
import { Worker } from 'node:worker_threads'
import { WorkbookFault } from './fault.ts'
import type { Answer, Job } from './xlsx.ts'

// Each library is loaded only where it is needed.
const loadReader = () => import('./read-workbook.ts')
const loadWriter = () => import('./write-workbook.ts')

async function answerTo(job: Job): Promise<Answer> {
  if ('read' in job) {
    new Worker(new URL('./watchdog.ts', import.meta.url)).unref()
    const { readWorkbook } = await loadReader()
    return { batches: await readWorkbook(Buffer.from(job.read)) }
  }
  const { writeWorkbook } = await loadWriter()
  return { file: await writeWorkbook(linesIn(job.write)) }
}

function* linesIn(pieces: readonly Uint8Array[]): Generator<string> {
  for (const piece of pieces) for (const line of Buffer.from(piece).toString().split('\n')) if (line) yield line
}

function faultOf(error: unknown): Answer {
  if (error instanceof WorkbookFault) return { fault: error.reason }
  throw error
}

process.once('message', async (job: Job) => {
  const answer = await answerTo(job).catch(faultOf)
  process.send!(answer, () => process.exit())
})
process.once('disconnect', () => process.exit())
