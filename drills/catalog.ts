import type { Drill } from './framework/drill.ts'
import { kill } from './kinds/kill.ts'

/** All drills, in the order in which `all` runs them. */
export const drills: readonly Drill[] = [kill]
