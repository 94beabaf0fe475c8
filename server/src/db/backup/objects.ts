import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveError } from '../engine.ts'
import { type Seal, type Sealed, type SealKey, sealOf } from './seals.ts'

/**
 * What lies at the target, below the name of its generation:
 * `00000012.wal` a segment, `00000012.snapshot/0001.part` and `00000012.snapshot.json` the state after segment 12,
 * `00000012.end.json` says that the server was stopped after segment 12.
 */
export const FORMAT = 2
const INDEX_LENGTH = 8
const DIGEST_BYTES = 32
const LENGTH_BYTES = 4
/** The log may grow faster than a higher level of compression. */
const FAST = 1

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

/** Whether a segment follows what ends at a position. */
export function follows(end: LogPosition, { from, previous }: Pick<SegmentHeader, 'from' | 'previous'>): boolean {
  if (previous) return isSamePosition(end, previous)
  return from.frame === 0 ? isNextSalt(end.salt, from.salt) : isSamePosition(end, from)
}

export const isSamePosition = (one: LogPosition, other: LogPosition): boolean =>
  one.salt === other.salt && one.frame === other.frame && one.checksum === other.checksum

const SALT_HALF = 8

/** Each reset of the log raises the first half of its salt by one. */
export function isNextSalt(before: string, after: string): boolean {
  const first = (salt: string) => Number.parseInt(salt.slice(0, SALT_HALF), 16)
  return after !== '' && (first(before) + 1) % 2 ** 32 === first(after)
}

/** The clock of the server was set back: the copy before segment `index` was at `from`, that segment at `to`. */
export interface SetBack {
  readonly index: number
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** Where copying stands, in each object since format 2. */
interface Origin {
  /** The run of a server that wrote it. */
  readonly writer?: string
  /** How often the clock was set back in this generation so far. */
  readonly setBacks?: readonly SetBack[]
  readonly seal?: Seal
}

export interface SegmentHeader extends Origin {
  readonly format: number
  readonly generation: string
  readonly index: number
  readonly pageSize: number
  readonly from: LogPosition
  readonly to: LogPosition
  /** Where the segment before it ends, if the server was stopped in between and the log began anew. */
  readonly previous?: LogPosition | undefined
  /** No transaction in it was committed later. */
  readonly committedBefore: string
  /** The clock when it was copied: everything in it was committed before. Since format 2. */
  readonly copiedAt?: string
}

/** The last object of the generation before, when a generation began. */
export interface Predecessor {
  readonly generation: string
  readonly index: number
}

export interface SnapshotManifest extends Origin {
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
  /** What was at the target when its generation began. */
  readonly after?: Predecessor | undefined
  /** The generated secrets of the instance, by file name, encrypted with the passphrase. */
  readonly secrets?: string
}

interface EndMarker extends Origin {
  readonly format: number
  readonly index: number
  readonly at: string
}

/** The content of an object does not agree with its own checksum. */
export class DamagedObject extends ArchiveError {}

const NO_REST = ''

/** As JSON, with a seal of it and of what the digest stands for. */
function sealedText(content: SegmentHeader | SnapshotManifest | EndMarker, key: SealKey | undefined, rest: string) {
  const { seal: _, ...unsealed } = content
  const text = JSON.stringify(unsealed)
  return key ? JSON.stringify({ ...unsealed, seal: sealOf(key, text + rest) }) : text
}

function sealedIn({ seal, ...content }: Origin, name: string, rest: string): Sealed {
  return { name, seal, text: JSON.stringify(content) + rest }
}

/** The header, the compressed frames, and a digest of both. */
export function encodeSegment(header: SegmentHeader, frames: Buffer, key?: SealKey): Buffer {
  const packed = zstdCompressSync(frames, { params: { [constants.ZSTD_c_compressionLevel]: FAST } })
  const text = Buffer.from(sealedText(header, key, hash('sha256', packed)))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(text.length)
  const content = Buffer.concat([length, text, packed])
  return Buffer.concat([content, hash('sha256', content, 'buffer')])
}

export interface Segment {
  readonly header: SegmentHeader
  readonly sealed: Sealed
  frames(): Buffer
}

export function decodeSegment(name: string, bytes: Buffer): Segment {
  const content = bytes.subarray(0, Math.max(0, bytes.length - DIGEST_BYTES))
  if (!hash('sha256', content, 'buffer').equals(bytes.subarray(content.length)))
    throw new DamagedObject(`${name} is damaged.`)
  const end = LENGTH_BYTES + content.readUInt32BE(0)
  const header = inKnownFormat<SegmentHeader>(name, content.toString('utf8', LENGTH_BYTES, end))
  if (segmentName(header.generation, header.index) !== name)
    throw new DamagedObject(`${name} is the segment of another name.`)
  const packed = content.subarray(end)
  const sealed = sealedIn(header, name, hash('sha256', packed))
  return { header, sealed, frames: () => zstdDecompressSync(packed) }
}

/** A line of JSON, and its digest on a second line. */
export function encodeManifest(manifest: SnapshotManifest | EndMarker, key?: SealKey): Buffer {
  const text = sealedText(manifest, key, NO_REST)
  return Buffer.from(`${text}\n${hash('sha256', text)}\n`)
}

export function decodeManifest<M extends SnapshotManifest | EndMarker>(name: string, bytes: Buffer): M {
  const [text = '', digest] = bytes.toString().split('\n')
  if (hash('sha256', text) !== digest) throw new DamagedObject(`${name} is damaged.`)
  return inKnownFormat<M>(name, text)
}

/** For the check of a snapshot, whose parts are named in the manifest with their digests. */
export const sealedManifest = (manifest: SnapshotManifest): Sealed =>
  sealedIn(manifest, snapshotName(manifest.generation, manifest.index), NO_REST)

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

/** The last segment or snapshot of the newest generation. */
export function lastObjectOf(names: readonly string[]): Predecessor | undefined {
  const generation = newestGeneration(names)
  if (generation === undefined) return undefined
  const parsed = names.flatMap((name) => parseName(name) ?? []).filter((object) => object.generation === generation)
  return { generation, index: Math.max(...parsed.map(({ index }) => index)) }
}

/**
 * Names of generations sort in the order in which they began: by time, and after the one before it also if the clock was
 * set back since.
 */
export function nextGeneration(now: number, before: string | undefined, suffix: string): string {
  const time = before === undefined ? now : Math.max(now, beginOf(before) + 1)
  return `${new Date(time).toISOString().replaceAll(/[-:.]/g, '')}-${suffix}`
}
