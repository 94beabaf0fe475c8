/** There is no object of this name. */
export class ObjectMissing extends Error {
  constructor(name: string) {
    super(`${name} is missing.`)
  }
}
