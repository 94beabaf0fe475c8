import type { Drill } from './framework/drill.ts'
import { diskFull } from './kinds/disk-full.ts'
import { ioError } from './kinds/io-error.ts'
import { kill } from './kinds/kill.ts'
import { power } from './kinds/power.ts'

/** All drills, in the order in which `all` runs them. */
export const drills: readonly Drill[] = [kill, power, diskFull, ioError]
