import { statfs } from 'node:fs/promises'

const RESERVE_MAX_BYTES = 200_000_000
const RESERVE_SHARE = 0.02

/** The space of a file system, in bytes. */
export interface DiskSpace {
  readonly total: number
  readonly free: number
}

/** What a user without special rights may still fill. */
export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { total: bsize * blocks, free: bsize * bavail }
}

/** The free space below which writes are refused. Without a setting: 200 MB or 2 % of the disk, whichever is smaller. */
export const reserveOf = (setting: number | undefined, total: number): number =>
  setting ?? Math.floor(Math.min(RESERVE_MAX_BYTES, total * RESERVE_SHARE))
