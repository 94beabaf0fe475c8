import { randomBytes } from 'node:crypto'
import { firstIdAt } from '../ids.ts'

const PREFIX = 'cmt'

/** The id of a transaction, which no other has. It begins with its time, so that old ones are found quickly. */
export const createCommitId = (): string => firstCommitIdAt(Date.now()) + randomBytes(10).toString('hex')

/** Sorts before the ids of all transactions since this time. */
export const firstCommitIdAt = (time: number): string => firstIdAt(PREFIX, time)
