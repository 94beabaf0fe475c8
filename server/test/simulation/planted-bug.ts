import type { RpcMessage } from '../../src/core/rpc/rpc.ts'

/** A mistake that the simulation of a whole server has to find. */
export interface WholeBug {
  readonly readsWithoutTransaction?: true
  readonly keepsSnapshots?: true
  readonly commitsWithoutSync?: true
  readonly takesLostCommitsForRolledBack?: true
  readonly findsForgottenFrames?: true
  readonly acknowledgesEarly?: true
  readonly swapsAnswers?: (answers: readonly RpcMessage[]) => readonly RpcMessage[]
  readonly refusesAbandoned?: true
  readonly splitsImportSteps?: true
  readonly splitsCollecting?: true
  readonly tellsUncommitted?: true
  readonly backsUpWithoutTransaction?: true
  readonly backsUpOldState?: true
  readonly losesSlowReads?: true
  readonly killsAllReaders?: true
  /** Replaces methods of a class. Returns a function that puts them back. */
  readonly install?: () => () => void
}
