/** How many values fell below each bound, as a histogram of Prometheus needs it. Plain data: it is sent between threads. */
export interface Distribution {
  readonly bounds: readonly number[]
  /** The number of values up to each bound, and last those beyond all of them. */
  readonly counts: number[]
  sum: number
}

/** What a write queue has done since the start. */
export interface WriteStats {
  /** Requests in each transaction that was committed. */
  readonly groupSize: Distribution
  readonly commitSeconds: Distribution
  /** Transactions that were lost because the database failed, not because of a conflict. */
  failedCommits: number
}

const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64]
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const emptyOver = (bounds: readonly number[]): Distribution => ({
  bounds,
  counts: Array(bounds.length + 1).fill(0),
  sum: 0,
})

export const emptyStats = (): WriteStats => ({
  groupSize: emptyOver(GROUP_SIZES),
  commitSeconds: emptyOver(COMMIT_SECONDS),
  failedCommits: 0,
})

/** Of two queues that write to the same database. */
export const addedStats = (one: WriteStats, other: WriteStats): WriteStats => ({
  groupSize: added(one.groupSize, other.groupSize),
  commitSeconds: added(one.commitSeconds, other.commitSeconds),
  failedCommits: one.failedCommits + other.failedCommits,
})

const added = ({ bounds, counts, sum }: Distribution, other: Distribution): Distribution => ({
  bounds,
  counts: counts.map((count, index) => count + other.counts[index]!),
  sum: sum + other.sum,
})
