import { hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveError } from '../engine.ts'

/**
 * What lies at the target, below the name of its generation:
 * `00000012.wal` a segment, `00000012.snapshot/0001.part` and `00000012.snapshot.json` the state after segment 12,
 * `00000012.end.json` says that the server was stopped after segment 12.
 */
export const FORMAT = 1
const INDEX_LENGTH = 8
const DIGEST_BYTES = 32
const LENGTH_BYTES = 4

const numbered = (index: number) => String(index).padStart(INDEX_LENGTH, '0')
export const segmentName = (generation: string, index: number) => `${generation}/${numbered(index)}.wal`
export const snapshotName = (generation: string, index: number) => `${generation}/${numbered(index)}.snapshot.json`
export const partName = (generation: string, index: number, part: number) =>
  `${generation}/${numbered(index)}.snapshot/${String(part).padStart(4, '0')}.part`
export const endName = (generation: string, index: number) => `${generation}/${numbered(index)}.end.json`

type ObjectKind = 'wal' | 'part' | 'snapshot' | 'end'

/** What the name of an object says; undefined if it is none of ours. */
export function parseName(
  name: string,
): { readonly generation: string; readonly index: number; readonly kind: ObjectKind } | undefined {
  const [, generation, index, kind] =
    /^(\d{8}T\d{9}Z-[0-9a-f]{4})\/(\d{8})\.(wal|snapshot\.json|end\.json|snapshot\/\d{4,}\.part)$/.exec(name) ?? []
  if (!generation) return undefined
  const kinds: Record<string, ObjectKind> = { wal: 'wal', 'snapshot.json': 'snapshot', 'end.json': 'end' }
  return { generation, index: Number(index), kind: kinds[kind!] ?? 'part' }
}

/** A place in the write-ahead log: after this many frames of the log with this salt. */
export interface LogPosition {
  /** Changes whenever the log is reset. Hexadecimal, 8 bytes. */
  readonly salt: string
  readonly frame: number
  /** Of the last frame, hexadecimal; empty at the beginning of a log. */
  readonly checksum: string
}

/** Whether frames that begin at one position follow those that end at another. */
export function follows(end: LogPosition, begin: LogPosition): boolean {
  if (begin.frame === 0) return isNextSalt(end.salt, begin.salt)
  return begin.salt === end.salt && begin.frame === end.frame && begin.checksum === end.checksum
}

const SALT_HALF = 8

/** Each reset of the log raises the first half of its salt by one. */
export function isNextSalt(before: string, after: string): boolean {
  const first = (salt: string) => Number.parseInt(salt.slice(0, SALT_HALF), 16)
  return after !== '' && (first(before) + 1) % 2 ** 32 === first(after)
}

interface SegmentHeader {
  readonly format: number
  readonly generation: string
  readonly index: number
  readonly pageSize: number
  readonly from: LogPosition
  readonly to: LogPosition
  /** No transaction in it was committed later. */
  readonly committedBefore: string
}

export interface SnapshotManifest {
  readonly format: number
  readonly generation: string
  /** The segment after which it was taken, and where that one ends. */
  readonly index: number
  readonly position: LogPosition
  /** The time of the last transaction in it. */
  readonly at: string
  readonly pageSize: number
  readonly bytes: number
  readonly parts: readonly { readonly name: string; readonly sha256: string }[]
  /** The generated secrets of the instance, by file name, encrypted with the passphrase. */
  readonly secrets?: string
}

interface EndMarker {
  readonly format: number
  readonly index: number
  readonly at: string
}

/** The content of an object does not agree with its own checksum. */
export class DamagedObject extends ArchiveError {}

/** The header, the compressed frames, and a digest of both. */
export function encodeSegment(header: SegmentHeader, frames: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(text.length)
  const content = Buffer.concat([length, text, zstdCompressSync(frames)])
  return Buffer.concat([content, hash('sha256', content, 'buffer')])
}

export function decodeSegment(name: string, bytes: Buffer): { header: SegmentHeader; frames: () => Buffer } {
  const content = bytes.subarray(0, Math.max(0, bytes.length - DIGEST_BYTES))
  if (!hash('sha256', content, 'buffer').equals(bytes.subarray(content.length)))
    throw new DamagedObject(`${name} is damaged.`)
  const end = LENGTH_BYTES + content.readUInt32BE(0)
  const header = inKnownFormat<SegmentHeader>(name, content.toString('utf8', LENGTH_BYTES, end))
  return { header, frames: () => zstdDecompressSync(content.subarray(end)) }
}

/** A line of JSON, and its digest on a second line. */
export function encodeManifest(manifest: SnapshotManifest | EndMarker): Buffer {
  const text = JSON.stringify(manifest)
  return Buffer.from(`${text}\n${hash('sha256', text)}\n`)
}

export function decodeManifest<M extends SnapshotManifest | EndMarker>(name: string, bytes: Buffer): M {
  const [text = '', digest] = bytes.toString().split('\n')
  if (hash('sha256', text) !== digest) throw new DamagedObject(`${name} is damaged.`)
  return inKnownFormat<M>(name, text)
}

function inKnownFormat<T extends { readonly format: number }>(name: string, text: string): T {
  const parsed = JSON.parse(text) as T
  if (parsed.format > FORMAT)
    throw new ArchiveError(`${name} was written by a newer version of Kontor. Restore it with that version.`)
  return parsed
}

/** When a generation began, milliseconds since 1970; somewhat later if the clock was set back before. */
export const beginOf = (generation: string): number =>
  Date.parse(generation.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z'))

/** The last generation of these objects. */
export const newestGeneration = (names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => parseName(name)?.generation ?? [])
    .sort()
    .at(-1)

/**
 * Names of generations sort in the order in which they began: by time, and after the one before it also if the clock was
 * set back since.
 */
export function nextGeneration(now: number, before: string | undefined, suffix: string): string {
  const time = before === undefined ? now : Math.max(now, beginOf(before) + 1)
  return `${new Date(time).toISOString().replaceAll(/[-:.]/g, '')}-${suffix}`
}
