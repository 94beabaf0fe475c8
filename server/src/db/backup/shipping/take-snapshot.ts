import { hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { SECRET_FILES } from '../../secret-files.ts'
import { readSnapshot } from '../inventory.ts'
import { encodeManifest, FORMAT, isSamePosition, partName, type SnapshotManifest, snapshotName } from '../objects.ts'
import { encryptWith } from '../passphrase.ts'
import type { SealKey } from '../seals.ts'
import { ObjectConflict, type Target } from '../target/target.ts'
import { commitsAfter, lastCommitIn } from './commit-time.ts'
import type { ShippingState } from './spool.ts'

/** More pages than there can be: a copy in several steps begins again after every write in between. */
const ALL_PAGES = 1e9
const PART_BYTES = 33_554_432
/** Parts of one run have numbers of their own, so that no run overwrites those of another. */
const PARTS_MAX = 10_000
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
  readonly state: ShippingState
  /** The run of the server, and a number of it. */
  readonly writer: string
  readonly run: number
  readonly key: SealKey | undefined
  readonly dataFolder: string
  /** Where the copy lies while it is sent. */
  readonly copy: string
  readonly passphrase: string | undefined
  readonly target: Target
  onSent(bytes: number): void
}

/** Sends a copy of the database, page by page as the log counts them, and then the manifest that makes it valid. */
export async function sendSnapshot(options: SnapshotOptions): Promise<void> {
  const { database, state, copy, target, onSent, writer, run, key } = options
  const { generation, index, position, after, setBacks = [] } = state
  rmSync(copy, { force: true })
  try {
    const at = timeOf(database, Date.now()).toISOString()
    const { page_size: pageSize } = database.prepare('PRAGMA page_size').get() as { page_size: number }
    await backup(database, copy, { rate: ALL_PAGES })
    database.close()
    const parts: SnapshotManifest['parts'][number][] = []
    let bytes = 0
    for await (const part of partsOf(copy)) {
      const name = partName(generation, index, run * PARTS_MAX + parts.length + 1)
      const packed = await compress(part)
      await target.put(name, packed)
      onSent(packed.length)
      parts.push({ name, sha256: hash('sha256', packed) })
      bytes += part.length
    }
    const secrets = encryptedSecrets(options)
    await storeManifest(target, key, {
      ...{ format: FORMAT, generation, index, position, at, pageSize, bytes, parts },
      ...{ writer, setBacks, after, ...(secrets && { secrets }) },
    })
  } finally {
    if (database.isOpen) database.close()
    rmSync(copy, { force: true })
  }
}

/** The time of the last transaction; if the clock was ahead before, the present. */
const timeOf = (database: DatabaseSync, now: number): Date =>
  new Date(commitsAfter(database, now).size > 0 ? now : lastCommitIn(database, now))

/** A process that was killed afterwards may have stored one of the same state. */
async function storeManifest(target: Target, key: SealKey | undefined, manifest: SnapshotManifest): Promise<void> {
  const { generation, index, position } = manifest
  try {
    await target.create(snapshotName(generation, index), encodeManifest(manifest, key))
  } catch (error) {
    if (!(error instanceof ObjectConflict)) throw error
    const stored = await readSnapshot(target, generation, index)
    if (!isSamePosition(stored.position, position)) throw error
    for (const { name } of manifest.parts) await target.remove(name)
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
