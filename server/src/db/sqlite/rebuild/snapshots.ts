import { hash } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { type Generation, hasSnapshot, isUnreadable, readSnapshot } from '../../backup/inventory.ts'
import { DamagedObject, type SnapshotManifest } from '../../backup/objects.ts'
import type { Target } from '../../backup/target/target.ts'
import { ArchiveError } from '../../engine.ts'
import { OWNER_ONLY } from '../../whole-file.ts'

/** A snapshot to which segments are applied. */
export interface Start {
  readonly generation: Generation
  readonly manifest: SnapshotManifest
}

/** The newest snapshot up to the moment. At least one of the generations has a snapshot. */
export async function findStart(target: Target, generations: readonly Generation[], moment: number): Promise<Start> {
  const last = Math.max(
    generations.findLastIndex(({ beganAt }) => beganAt <= moment),
    generations.findIndex(hasSnapshot),
  )
  const faults: string[] = []
  let earliest: string | undefined
  for (const generation of generations.slice(0, last + 1).reverse()) {
    for await (const manifest of manifestsOf(target, generation, faults)) {
      if (Date.parse(manifest.at) <= moment) return { generation, manifest }
      earliest = manifest.at
    }
    if (faults.length > 0) throw noneReadable(faults)
  }
  throw new ArchiveError(`The earliest moment that can be restored is ${earliest}.`)
}

/** Writes the snapshot into a file; if it is damaged, the one before it. `check` is called before each download. */
export async function downloadSnapshot(
  target: Target,
  { generation, manifest: { index } }: Start,
  file: string,
  check: (manifest: SnapshotManifest) => void,
): Promise<SnapshotManifest> {
  const faults: string[] = []
  for await (const manifest of manifestsOf(target, generation, faults, index)) {
    check(manifest)
    try {
      await download(target, manifest, file)
      return manifest
    } catch (error) {
      if (!isUnreadable(error)) throw error
      faults.push(error.message)
    }
  }
  throw noneReadable(faults)
}

/** The newest first, from an index on. Those that cannot be read are noted in `faults`. */
async function* manifestsOf(
  target: Target,
  { name, snapshots }: Generation,
  faults: string[],
  newest = Number.POSITIVE_INFINITY,
): AsyncGenerator<SnapshotManifest> {
  for (const index of snapshots.filter((other) => other <= newest).reverse()) {
    const manifest = await readSnapshot(target, name, index).catch((error) => {
      if (!isUnreadable(error)) throw error
      faults.push(error.message)
    })
    if (manifest) yield manifest
  }
}

const noneReadable = (faults: readonly string[]) =>
  new ArchiveError(
    `No snapshot can be read: ${faults.join(' ')} "kontor backups" tells which other moments can be restored with --at.`,
  )

async function download(target: Target, { parts }: SnapshotManifest, file: string): Promise<void> {
  writeFileSync(file, '', { mode: OWNER_ONLY })
  for (const { name, sha256 } of parts) {
    const bytes = await target.get(name)
    if (hash('sha256', bytes) !== sha256) throw new DamagedObject(`${name} is damaged.`)
    appendFileSync(file, zstdDecompressSync(bytes))
  }
}
