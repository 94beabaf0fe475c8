import { fileURLToPath } from 'node:url'
import type { TargetSettings } from '../settings.ts'
import { folderTarget } from './folder.ts'
import { s3Target } from './s3.ts'

/** A place that keeps backups: named objects of at most some tens of megabytes. Names are paths with slashes. */
export interface Target {
  /** Under the name there is all of the bytes or what was there before, also after a crash. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Throws ObjectMissing if there is no such object. */
  get(name: string): Promise<Buffer>
  list(): Promise<readonly StoredObject[]>
  /** Does nothing if there is no such object. */
  remove(name: string): Promise<void>
}

export interface StoredObject {
  readonly name: string
  readonly bytes: number
}

/** `file:///folder` or `s3://bucket/prefix`. */
export const openTarget = (url: string, { s3 }: TargetSettings): Target =>
  url.startsWith('file:') ? folderTarget(fileURLToPath(url)) : s3Target(new URL(url), s3)
