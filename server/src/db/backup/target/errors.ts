import { ArchiveError } from '../../engine.ts'

/** There is no object of this name. */
export class ObjectMissing extends ArchiveError {
  constructor(name: string) {
    super(`${name} is missing.`)
  }
}
