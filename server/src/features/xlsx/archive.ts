import { crc32, inflateRawSync } from 'node:zlib'
import { WorkbookFault } from './fault.ts'

// A workbook is a ZIP archive (APPNOTE 6.3.3). It is unpacked here, and not by the library that reads it, because only so the
// size of the content is bounded: a few kilobytes can contain gigabytes.

const END = 0x06054b50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
/** A sheet of equal cells compresses to a fortieth; only what was made to be large goes beyond this. */
const RATIO_MAX = 100
/** Any file may be so large. */
const FREE_BYTES = 10_000_000

export interface ArchiveFile {
  readonly name: string
  readonly content: Buffer
}

/** The XML files of an archive, with at most this many bytes together. */
export function unpacked(archive: Buffer, bytesMax: number): ArchiveFile[] {
  try {
    return [...filesIn(archive, bytesMax)]
  } catch (error) {
    if (error instanceof WorkbookFault) throw error
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new WorkbookFault(isTooLarge ? 'large' : 'broken', { cause: error }) // a number out of range, damaged data
  }
}

function* filesIn(archive: Buffer, bytesMax: number): Generator<ArchiveFile> {
  const end = archive.lastIndexOf(signed(END))
  if (end < 0 || end < archive.length - END_BYTES - COMMENT_MAX) throw new WorkbookFault('broken')
  let rest = bytesMax
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new WorkbookFault('broken')
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    if (/\.(xml|rels)$/.test(name)) {
      const content = contentAt(archive, at, rest)
      rest -= content.length
      yield { name, content }
    }
    at += ENTRY_BYTES + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
}

function contentAt(archive: Buffer, entry: number, bytesMax: number): Buffer {
  if (archive.readUInt16LE(entry + 8) & ENCRYPTED) throw new WorkbookFault('broken')
  const local = archive.readUInt32LE(entry + 42)
  const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
  const method = archive.readUInt16LE(entry + 10)
  if (method === STORED && packed.length > bytesMax) throw new WorkbookFault('large')
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new WorkbookFault('broken')
  if (bytesMax === 0) throw new WorkbookFault('large')
  return inflateRawSync(packed, {
    maxOutputLength: Math.min(bytesMax, Math.max(FREE_BYTES, RATIO_MAX * packed.length)),
  })
}

/** An archive of these files, which are not compressed. */
export function packed(files: readonly ArchiveFile[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const label = Buffer.from(name)
    const sizes = [crc32(content), content.length, content.length] as const
    const local = headerOf(LOCAL, LOCAL_BYTES, 14, sizes, label)
    const entry = headerOf(ENTRY, ENTRY_BYTES, 16, sizes, label)
    entry.writeUInt32LE(offset, 42)
    entries.push(entry)
    parts.push(local, content)
    offset += local.length + content.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

/** The two headers of a file have the same fields; those of the directory stand two bytes later. */
function headerOf(signature: number, bytes: number, at: number, numbers: readonly number[], label: Buffer): Buffer {
  const header = Buffer.alloc(bytes)
  header.writeUInt32LE(signature)
  for (const [index, number] of numbers.entries()) header.writeUInt32LE(number, at + 4 * index)
  header.writeUInt16LE(label.length, at + 12)
  return Buffer.concat([header, label])
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}
