import { readFileSync, rmSync, statSync } from 'node:fs'
import { pick, type Random } from '../framework/random.ts'
import { Disk } from './disk.ts'
import { CUTS, type Cut } from './disk-file.ts'
import { readTrace, type TraceRecord } from './trace.ts'

/** A moment of a recording, and what a power cut does to it. */
export interface PowerCut {
  /** Bytes of the trace that were written by then. */
  readonly position: number
  readonly cut: Cut
}

/** What a process does to the files of a folder, from which power cuts at any moment can be computed. */
export class Recording {
  readonly trace: string
  readonly #disk: Disk

  /** Begins before the process does; all files that are there are durable. */
  constructor(folder: string, trace: string) {
    this.trace = trace
    rmSync(trace, { force: true })
    this.#disk = new Disk(folder)
  }

  /** How much is recorded so far. What is synced at this moment is durable at every cut from here on. */
  get position(): number {
    return statSync(this.trace, { throwIfNoEntry: false })?.size ?? 0
  }

  /**
   * Moments worth a cut, in their order. Changes of each file are equally likely, so that copying the log into the
   * database, which is rare, is met as often as a commit.
   */
  chooseCuts(random: Random, count: number, from = 0): PowerCut[] {
    const later = this.#records().filter(({ end }) => end > from)
    const groups = [...Map.groupBy(later, (record) => ('inode' in record ? record.inode : 'names')).values()]
    return Array.from({ length: count }, () => ({
      position: pick(random, pick(random, groups)).end,
      cut: pick(random, CUTS),
    })).sort((one, other) => one.position - other.position)
  }

  /** Goes through the recording once, and calls back at each cut; `write` puts into a folder what the cut leaves. */
  async replay(
    cuts: readonly PowerCut[],
    onCut: (cut: PowerCut, write: (folder: string, random: Random) => void) => Promise<void>,
  ): Promise<void> {
    let next = 0
    for (const record of this.#records()) {
      this.#disk.apply(record)
      for (let cut = cuts[next]; cut && cut.position <= record.end; cut = cuts[++next]) {
        const { cut: way } = cut
        await onCut(cut, (folder, random) => this.#disk.write(folder, way, random))
      }
    }
  }

  *#records(): Generator<TraceRecord> {
    const bytes = readFileSync(this.trace)
    if (bytes.length === 0) throw new Error('The shim has recorded nothing.')
    yield* readTrace(bytes)
  }
}
