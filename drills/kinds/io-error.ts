import type { Drill, DrillContext } from '../framework/drill.ts'
import { pick } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { examine } from '../history/examine.ts'
import { addViolations } from '../shim/add-violations.ts'
import { shimMissing } from '../shim/build.ts'
import type { DiskFault } from '../shim/control.ts'
import { type FaultyDisk, openFaultyDisk, unsuccessfulIn } from '../shim/faulty-disk.ts'

/** What fails while the server runs, and while it starts. */
const RUNNING = [['write'], ['sync'], ['sync', 'open'], ['write', 'sync', 'open']] as const
const STARTING = [['open'], ['write'], ['sync']] as const
/** The n-th operation fails, for n = 1 to this. */
const NTH_MAX = 40
/** Writes without success that prove that a lasting fault was met. */
const UNSUCCESSFUL = 5

export const ioError: Drill = {
  name: 'io-error',
  summary: 'Lets the n-th write, sync or open of a file fail, once or until the disk is healed.',
  databases: ['sqlite'],
  share: 17,
  missing: shimMissing,
  async run(context) {
    const disk = await openFaultyDisk(context)
    const { history, target, database, control } = disk
    const found: Violation[] = []
    let [rounds, slowest] = [0, 0]
    for (; context.hasTimeFor(rounds); rounds++) {
      const round = Math.floor(rounds / 2)
      if (rounds % 2 === 0) await failRunning(context, disk, faultOf(context, RUNNING, round))
      else found.push(...(await failStart(disk, faultOf(context, STARTING, round))))
      control.failAt(undefined)
      slowest = Math.max(slowest, await disk.recovery())
      found.push(...(await disk.verify()))
      context.log(`${rounds + 1} faults, ${history.acknowledged} acknowledged`)
    }
    await disk.load.stop()
    const { facts, violations } = addViolations(await examine(history, target, database.environment), found)
    return {
      facts: [count(rounds, 'faults', 'fault'), ...facts, seconds('slowest recovery', slowest)],
      violations,
    }
  },
}

/** Each kind of operation in turn, with the next n. */
function faultOf({ random }: DrillContext, kinds: readonly DiskFault['operations'][], round: number): DiskFault {
  const nth = 1 + (Math.floor(round / kinds.length) % NTH_MAX)
  return { operations: kinds[round % kinds.length]!, nth, isLasting: random() < 0.5 }
}

async function failRunning({ random }: DrillContext, disk: FaultyDisk, fault: DiskFault): Promise<void> {
  const { control } = disk
  const before = unsuccessfulIn(disk)
  control.failAt(fault)
  await disk.until('write', () => control.failed > 0)
  if (!fault.isLasting) return
  await disk.until('answer with an error', () => unsuccessfulIn(disk) >= before + UNSUCCESSFUL)
  if (pick(random, [true, false])) return
  await disk.kill()
  control.failAt(undefined)
  await disk.start()
}

/** A server that cannot start says why, and starts when the disk is healed. */
async function failStart(disk: FaultyDisk, fault: DiskFault): Promise<Violation[]> {
  await disk.kill()
  disk.control.failAt(fault)
  try {
    await disk.start()
    return []
  } catch (error) {
    const { message } = error as Error
    disk.control.failAt(undefined)
    await disk.start()
    const isClear = message.includes('exit code 1: ') && !message.includes('\n    at ')
    return isClear ? [] : [{ kind: 'unclear', text: `${fault.operations} ${fault.nth}: ${message}` }]
  }
}
