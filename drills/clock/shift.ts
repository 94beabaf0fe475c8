// Loaded into the server with --import where libfaketime is not installed: shifts the clock of JavaScript.
import { readFileSync } from 'node:fs'
import { EVERY_MS, SETTING } from './shifted-clock.ts'

const file = process.env[SETTING]!
const read = () => Number.parseInt(readFileSync(file, 'utf8'), 10) * 1000
let shift = read()
setInterval(() => {
  shift = read()
}, EVERY_MS).unref()

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...parameters: [] | ConstructorParameters<typeof Date>) {
    if (parameters.length === 0) super(RealDate.now() + shift)
    else super(...parameters)
  }

  static override now(): number {
    return RealDate.now() + shift
  }
} as typeof Date
