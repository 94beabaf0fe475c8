import type { WriteConnection } from '../../src/db/engine.ts'
import type { SimLane } from './sim-lane.ts'

/** A mistake that the simulation has to find. */
export interface PlantedBug {
  /** Replaces methods of a lane. */
  readonly breakLane?: (lane: SimLane, isPatient: boolean) => void
  readonly breakConnection?: (connection: WriteConnection) => WriteConnection
  /** Replaces methods of a class of the write queue. Returns a function that puts them back. */
  readonly install?: () => () => void
  readonly extraBatch?: number
}
