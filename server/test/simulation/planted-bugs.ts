import { WorkQueue } from '../../src/core/jobs/work-queue.ts'
import type { RpcMessage } from '../../src/core/rpc/rpc.ts'
import type { WholeBug } from './planted-bug.ts'

/** Every answer carries the number of another request of the same message. */
const withOthersNumbers = (answers: readonly RpcMessage[]): readonly RpcMessage[] =>
  answers.map((answer, index) => ({ ...answer, id: answers[(index + 1) % answers.length]!.id }))

/** By what the simulation of a whole server has to find. */
export const plantedBugs: Readonly<Record<string, WholeBug>> = {
  'a write is acknowledged before its commit': { acknowledgesEarly: true },
  'a commit is acknowledged before it is synced': { commitsWithoutSync: true },
  'a commit whose fsync failed counts as rolled back': { takesLostCommitsForRolledBack: true },
  'a lost commit is found again after the second restart': { findsForgottenFrames: true },
  'an answer of the writer thread carries the number of another request': { swapsAnswers: withOthersNumbers },
  'a write that waits for a writer thread that has ended counts as refused': { refusesAbandoned: true },
  'the statements of a read see different moments': { readsWithoutTransaction: true },
  'a reader keeps the snapshot of an earlier read': { keepsSnapshots: true },
  'reads of a process that was killed are never answered': { losesSlowReads: true },
  'a client that disconnects ends the slow reads of other clients': { killsAllReaders: true },
  'an import notes its progress in another transaction': { splitsImportSteps: true },
  'the cursor of a webhook is written before its deliveries': { splitsCollecting: true },
  'an event is sent before it is committed': { tellsUncommitted: true },
  'two deliveries of a record are sent at the same time': {
    install() {
      const { start } = WorkQueue.prototype
      WorkQueue.prototype.start = function (due) {
        start.call(
          this,
          due.map((delivery) => ({ ...delivery, recordId: null })),
        ) // as if of no record
      }
      return () => {
        WorkQueue.prototype.start = start
      }
    },
  },
  'a backup copies its tables at different moments': { backsUpWithoutTransaction: true },
  'a backup begins with a moment before the last acknowledged write': { backsUpOldState: true },
}
