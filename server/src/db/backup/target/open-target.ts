import { fileURLToPath } from 'node:url'
import type { TargetSettings } from '../settings.ts'
import { folderTarget } from './folder.ts'
import { s3Target } from './s3.ts'
import type { Target } from './target.ts'

/** `file:///folder` or `s3://bucket/prefix`. */
export const openTarget = (url: string, { s3 }: TargetSettings): Target =>
  url.startsWith('file:') ? folderTarget(fileURLToPath(url)) : s3Target(new URL(url), s3)
