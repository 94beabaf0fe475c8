import { hash } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { ArchiveError } from '../../engine.ts'
import { OWNER_ONLY } from '../../whole-file.ts'
import { type Generation, ifReadable, isUnreadable, newestSegment, readSnapshot } from '../inventory.ts'
import { DamagedObject, type SetBack, type SnapshotManifest } from '../objects.ts'
import type { Target } from '../target/target.ts'
import { type Pass, passOf } from './passes.ts'

/** A snapshot to which segments are applied. */
export interface Start {
  readonly generation: Generation
  readonly manifest: SnapshotManifest
  /** In the whole generation. */
  readonly setBacks: readonly SetBack[]
  readonly pass: Pass
}

/** The newest snapshot up to the moment. At least one of the generations has a snapshot. */
export async function findStart(target: Target, generations: readonly Generation[], moment: number): Promise<Start> {
  const faults: string[] = []
  let earliest: string | undefined
  for (const generation of generations.toReversed()) {
    const clock = await clockOf(target, generation, moment)
    for await (const manifest of manifestsOf(target, generation, faults, clock.pass.end - 1)) {
      const isBefore = Date.parse(manifest.at) <= moment || manifest.index < clock.pass.first
      if (isBefore) return { generation, manifest, ...clock }
      earliest = manifest.at
    }
    if (faults.length > 0 && generation.beganAt <= moment) throw noneReadable(faults)
  }
  throw new ArchiveError(`The earliest moment that can be restored is ${earliest}.`)
}

export async function clockOf(
  target: Target,
  generation: Generation,
  moment: number,
): Promise<Pick<Start, 'setBacks' | 'pass'>> {
  const setBacks = (await newestSegment(target, generation))?.header.setBacks ?? []
  return { setBacks, pass: passOf(setBacks, moment) }
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

/** Whether a snapshot before this one is sealed: then a snapshot without a seal was not written by the instance. */
export async function hasSealedBefore(
  target: Target,
  generations: readonly Generation[],
  { generation, manifest }: Start,
): Promise<boolean> {
  const earlier = generations.slice(0, generations.indexOf(generation) + 1).reverse()
  for (const one of earlier)
    for await (const { seal } of manifestsOf(target, one, [], one === generation ? manifest.index - 1 : undefined))
      if (seal) return true
  return false
}

/** The newest first, from an index on. Those that cannot be read are noted in `faults`. */
async function* manifestsOf(
  target: Target,
  { name, snapshots }: Generation,
  faults: string[],
  newest = Number.POSITIVE_INFINITY,
): AsyncGenerator<SnapshotManifest> {
  for (const index of snapshots.filter((other) => other <= newest).reverse()) {
    const manifest = await ifReadable(readSnapshot(target, name, index), (fault) => faults.push(fault))
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
