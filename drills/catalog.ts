import type { Drill } from './framework/drill.ts'
import { clock } from './kinds/clock.ts'
import { crowd } from './kinds/crowd.ts'
import { diskFull } from './kinds/disk-full.ts'
import { failover } from './kinds/failover.ts'
import { ioError } from './kinds/io-error.ts'
import { kill } from './kinds/kill.ts'
import { malformed } from './kinds/malformed.ts'
import { postgresKill } from './kinds/postgres-kill.ts'
import { postgresSilence } from './kinds/postgres-silence.ts'
import { power } from './kinds/power.ts'
import { restore } from './kinds/restore.ts'
import { rolling } from './kinds/rolling.ts'
import { simulate } from './kinds/simulate.ts'
import { soak } from './kinds/soak.ts'
import { stop } from './kinds/stop.ts'
import { threads } from './kinds/threads.ts'

/** All drills, in the order in which `all` runs them. */
export const drills: readonly Drill[] = [
  kill,
  power,
  diskFull,
  ioError,
  threads,
  clock,
  stop,
  crowd,
  restore,
  malformed,
  postgresKill,
  postgresSilence,
  failover,
  rolling,
  soak,
  simulate,
]
