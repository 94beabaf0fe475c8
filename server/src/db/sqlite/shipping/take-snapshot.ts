import { hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import {
  encodeManifest,
  FORMAT,
  type LogPosition,
  partName,
  type SnapshotManifest,
  snapshotName,
} from '../../backup/objects.ts'
import { encryptWith } from '../../backup/passphrase.ts'
import type { Target } from '../../backup/target/target.ts'
import { SECRET_FILES } from '../../secret-files.ts'
import { lastCommitIn } from '../commit-time.ts'

/** More pages than there can be: a copy in several steps begins again after every write in between. */
const ALL_PAGES = 1e9
const PART_BYTES = 33_554_432
const compress = promisify(zstdCompress)

/** A connection that sees the database as it is now, until it is closed. */
export function openSnapshot(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec('BEGIN')
  database.prepare('select 1 from sqlite_schema').get()
  return database
}

export interface SnapshotOptions {
  readonly database: DatabaseSync
  readonly generation: string
  readonly index: number
  readonly position: LogPosition
  readonly dataFolder: string
  /** Where the copy lies while it is sent. */
  readonly copy: string
  readonly passphrase: string | undefined
  readonly target: Target
  onSent(bytes: number): void
}

/** Sends a copy of the database, page by page as the log counts them, and then the manifest that makes it valid. */
export async function sendSnapshot(options: SnapshotOptions): Promise<void> {
  const { database, generation, index, position, copy, target, onSent } = options
  rmSync(copy, { force: true })
  try {
    const at = new Date(lastCommitIn(database)).toISOString()
    const { page_size: pageSize } = database.prepare('PRAGMA page_size').get() as { page_size: number }
    await backup(database, copy, { rate: ALL_PAGES })
    database.close()
    const parts: SnapshotManifest['parts'][number][] = []
    let bytes = 0
    for await (const part of partsOf(copy)) {
      const name = partName(generation, index, parts.length + 1)
      const packed = await compress(part)
      await target.put(name, packed)
      onSent(packed.length)
      parts.push({ name, sha256: hash('sha256', packed) })
      bytes += part.length
    }
    const secrets = encryptedSecrets(options)
    const manifest = {
      format: FORMAT,
      generation,
      index,
      position,
      at,
      pageSize,
      bytes,
      parts,
      ...(secrets && { secrets }),
    }
    await target.put(snapshotName(generation, index), encodeManifest(manifest))
  } finally {
    if (database.isOpen) database.close()
    rmSync(copy, { force: true })
  }
}

async function* partsOf(file: string): AsyncGenerator<Buffer> {
  await using handle = await open(file)
  for (;;) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(PART_BYTES) })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

function encryptedSecrets({ dataFolder, passphrase }: SnapshotOptions): string | undefined {
  const files = SECRET_FILES.filter((name) => existsSync(join(dataFolder, name)))
  if (passphrase === undefined || files.length === 0) return undefined
  const contents = files.map((name) => [name, readFileSync(join(dataFolder, name), 'utf8')])
  return encryptWith(passphrase, JSON.stringify(Object.fromEntries(contents)))
}
