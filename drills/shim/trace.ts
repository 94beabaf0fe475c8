const HEAD_BYTES = 32
const KINDS = ['', 'create', 'write', 'truncate', 'sync', 'sync-folder', 'rename', 'unlink', 'link'] as const

interface OfFile {
  readonly inode: bigint
}

/** A change of names. An empty name stands for a place outside of the folder. */
export type Naming =
  | ({ readonly kind: 'create'; readonly name: string } & OfFile)
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly to: string }

type Operation =
  | Naming
  | ({ readonly kind: 'write'; readonly offset: number; readonly data: Buffer } & OfFile)
  | ({ readonly kind: 'truncate'; readonly size: number } & OfFile)
  | ({ readonly kind: 'sync' } & OfFile)
  | { readonly kind: 'sync-folder'; readonly name: string }

/** One operation on a file below the folder, as `struct record` in faults.c has it, and where it ends in the trace. */
export type TraceRecord = Operation & { readonly end: number }

/** The operations of a trace. The last one may be incomplete, if the process was killed. */
export function* readTrace(bytes: Buffer): Generator<TraceRecord> {
  for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
    const nameLength = bytes.readUInt32LE(at + 4)
    const dataLength = Number(bytes.readBigUInt64LE(at + 24))
    const end = at + HEAD_BYTES + nameLength + dataLength
    if (end > bytes.length) return
    yield recordAt(bytes, at, nameLength, end)
    at = end
  }
}

function recordAt(bytes: Buffer, at: number, nameLength: number, end: number): TraceRecord {
  const kind = KINDS[bytes.readUInt32LE(at)]
  const inode = bytes.readBigUInt64LE(at + 8)
  const offset = Number(bytes.readBigUInt64LE(at + 16))
  const dataAt = at + HEAD_BYTES + nameLength
  const name = bytes.toString('utf8', at + HEAD_BYTES, dataAt)
  switch (kind) {
    case 'create':
      return { kind, inode, name, end }
    case 'write':
      return { kind, inode, offset, data: bytes.subarray(dataAt, end), end }
    case 'truncate':
      return { kind, inode, size: offset, end }
    case 'sync':
      return { kind, inode, end }
    case 'sync-folder':
      return { kind, name, end }
    case 'unlink':
      return { kind, name, end }
    case 'rename':
    case 'link': {
      const [from = '', to = ''] = name.split('|')
      return { kind, from, to, end }
    }
    default:
      throw new Error(`The trace is damaged at byte ${at}.`)
  }
}
