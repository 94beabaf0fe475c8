import { ArchiveError } from '../../engine.ts'

/** A place that keeps backups: named objects of at most some tens of megabytes. Names are paths with slashes. */
export interface Target {
  /** Under the name there is all of the bytes or what was there before, also after a crash. */
  put(name: string, bytes: Buffer): Promise<void>
  /** The same, but never in the place of another content: throws ObjectConflict. */
  create(name: string, bytes: Buffer): Promise<void>
  /** Throws ObjectMissing if there is no such object. */
  get(name: string): Promise<Buffer>
  list(): Promise<readonly StoredObject[]>
  /** Does nothing if there is no such object. */
  remove(name: string): Promise<void>
}

export interface StoredObject {
  readonly name: string
  readonly bytes: number
}

/** There is no object of this name. */
export class ObjectMissing extends ArchiveError {
  constructor(name: string) {
    super(`${name} is missing.`)
  }
}

/** There is an object of this name with other content: another server has written it. */
export class ObjectConflict extends ArchiveError {
  constructor(name: string) {
    super(`${name} is there already, with other content: another server writes to the same target.`)
  }
}
