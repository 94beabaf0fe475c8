import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flushFolder, replaceWhole } from '../../whole-file.ts'
import { type LogPosition, type Predecessor, parseName, type SetBack } from '../objects.ts'
import type { CopiedLog } from './guarded-log.ts'

/** What must be known after a crash to go on. */
export interface ShippingState extends CopiedLog {
  readonly generation: string
  /** Of the last segment. */
  readonly index: number
  /** When the last complete snapshot was taken, milliseconds since 1970. */
  readonly snapshotAt: number | undefined
  /** Of the target. Changes of one target are not sent to another. */
  readonly url?: string
  /** What was at the target when the generation began. */
  readonly after?: Predecessor | undefined
  /** The clock when the last segment was copied, milliseconds since 1970. */
  readonly copiedAt?: number | undefined
  readonly setBacks?: readonly SetBack[]
  /** Where the last segment ends, if the server was stopped since, and the log began anew. */
  readonly previous?: LogPosition | undefined
  /** Set while the server is stopped: the file of the database, which has everything that was copied. */
  readonly stopped?: FileMark | undefined
}

/** Other values tell that a file was changed. */
export interface FileMark {
  readonly bytes: string
  /** In nanoseconds. */
  readonly changedAt: string
}

const STATE = 'state.json'
/** In the names of files that are being written, and of those that SQLite puts beside them. */
const PARTIAL = '.partial'

/** A folder beside the database with what is copied and not yet at the target, under the same names as there. */
export class Spool {
  readonly folder: string

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'backup')
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    flushFolder(dataFolder)
  }

  /** What a process that was killed has left half-written, and the folders of generations of which nothing waits. */
  removeLeftovers(): void {
    for (const name of readdirSync(this.folder, { recursive: true, encoding: 'utf8' }))
      if (name.includes(PARTIAL)) rmSync(join(this.folder, name), { force: true })
    for (const generation of this.#generations()) this.#removeIfEmpty(generation)
  }

  readState(): ShippingState | undefined {
    const file = join(this.folder, STATE)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }

  async saveState(state: ShippingState | undefined): Promise<void> {
    const file = join(this.folder, STATE)
    if (state) await replaceWhole(file, async (partial) => writeFileSync(partial, JSON.stringify(state)))
    else rmSync(file, { force: true })
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    const file = join(this.folder, name)
    if (!existsSync(dirname(file))) {
      mkdirSync(dirname(file), { mode: 0o700 })
      flushFolder(this.folder)
    }
    await replaceWhole(file, async (partial) => writeFileSync(partial, bytes))
  }

  /** In the order in which the target should get them. */
  waiting(): { readonly name: string; readonly bytes: number }[] {
    return this.#generations()
      .flatMap((generation) => readdirSync(join(this.folder, generation)).map((file) => `${generation}/${file}`))
      .filter((name) => parseName(name))
      .sort(byOrder)
      .map((name) => ({ name, bytes: statSync(join(this.folder, name)).size }))
  }

  read(name: string): Buffer {
    return readFileSync(join(this.folder, name))
  }

  /** The target has it. */
  remove(name: string, current: string | undefined): void {
    rmSync(join(this.folder, name))
    const generation = dirname(name)
    if (generation !== current) this.#removeIfEmpty(generation)
  }

  clear(): void {
    for (const generation of this.#generations()) rmSync(join(this.folder, generation), { recursive: true })
  }

  #removeIfEmpty(generation: string): void {
    const folder = join(this.folder, generation)
    if (readdirSync(folder).length === 0) rmdirSync(folder)
  }

  #generations(): string[] {
    return readdirSync(this.folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  }
}

/** What tells that all segments are there comes last. */
function byOrder(one: string, other: string): number {
  const keyOf = (name: string) => `${dirname(name)} ${Number(name.endsWith('.wal') === false)} ${name}`
  return keyOf(one) < keyOf(other) ? -1 : 1
}
