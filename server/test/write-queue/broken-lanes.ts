import { OutcomeUnknown, type Query } from '../../src/db/engine.ts'
import { RolledBack } from '../../src/db/write-queue/lane.ts'
import { DatabaseError } from './database/database.ts'
import type { PlantedBug } from './planted-bug.ts'
import type { SimLane } from './sim-lane.ts'

/** Says that the rows are locked, and does not lock them. */
const withoutLocking = (lane: SimLane, isConcerned: (query: Query) => boolean) => {
  const run = lane.run.bind(lane)
  lane.run = async (query) => {
    if (!lane.hasRivals || query.effect !== 'lock' || !isConcerned(query)) return run(query)
    return (await run({ ...query, sql: 'select many' })).map((row) => [...row, true])
  }
}

export const brokenLanes: Readonly<Record<string, PlantedBug>> = {
  'a request is acknowledged before its commit is durable': {
    breakLane(lane) {
      const commit = lane.commit.bind(lane)
      lane.commit = async (writes) => void commit(writes).catch(() => {})
    },
  },
  'the tag with which COMMIT is answered is ignored': {
    breakLane(lane) {
      lane.commit = async (writes) => {
        lane.flush(writes).catch(() => {})
        await lane.send('COMMIT')
      }
    },
  },
  'a lost COMMIT counts as rolled back': {
    breakLane(lane) {
      lane.learnOutcome = async (_id, cause) => {
        throw new RolledBack(cause)
      }
    },
  },
  'a lost COMMIT counts as committed': {
    breakLane(lane) {
      lane.learnOutcome = async () => {}
    },
  },
  'the row of a lost commit is looked for, and not inserted again': {
    breakLane(lane) {
      lane.fence = async (id) => {
        const connection = await lane.connectAnew().catch(() => undefined)
        const look = { sql: 'select', table: 'commits', parameters: [id] }
        const answers = ['BEGIN' as const, look, 'ROLLBACK' as const].map((statement) => connection?.send(statement))
        const [, rows] = await Promise.all(answers).catch(() => [])
        return rows && (rows.length > 0 ? 'committed' : 'lost')
      }
    },
  },
  'the row that a lost attempt has inserted again is taken for that of the commit': {
    breakLane(lane) {
      const fence = lane.fence.bind(lane)
      lane.fence = async (id) => {
        const outcome = await fence(id)
        return outcome === 'lost' ? 'committed' : outcome
      }
    },
  },
  'an unknown outcome is reported as a failure': {
    breakLane(lane) {
      const learnOutcome = lane.learnOutcome.bind(lane)
      lane.learnOutcome = (id, cause) =>
        learnOutcome(id, cause).catch((error) => {
          throw error instanceof OutcomeUnknown ? new DatabaseError('unavailable', 'no answer') : error
        })
    },
  },
  'a transaction that has failed is not rolled back': {
    breakLane(lane) {
      lane.rollback = async () => {}
    },
  },
  'the writes of a failed request are not undone': {
    breakLane(lane) {
      const savepoint = lane.savepoint.bind(lane)
      lane.savepoint = (action) => savepoint(action === 'undo' ? 'release' : action)
    },
  },
  'writes are carried out in another order': {
    breakLane(lane) {
      const flush = lane.flush.bind(lane)
      lane.flush = (writes) => flush(writes.toReversed())
    },
  },
  'rows are not locked': { breakLane: (lane) => withoutLocking(lane, ({ isContended }) => !isContended) },
  'contended rows are not locked': { breakLane: (lane) => withoutLocking(lane, ({ isContended }) => !!isContended) },
  'a late reply of a lost connection is taken for the next answer': {
    breakLane(lane) {
      const connect = lane.connectAnew.bind(lane)
      lane.connectAnew = async () => {
        const connection = await connect()
        connection.onLateReply = (reply) => lane.connection?.misdeliver(reply)
        return connection
      }
    },
  },
  'a blocked request is never run again': {
    breakLane(lane, isPatient) {
      if (isPatient) lane.begin = () => new Promise(() => {})
    },
  },
}
