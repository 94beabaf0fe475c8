import fc from 'fast-check'
import type { Kontor } from '../support/kontor.ts'
import type { Business } from './business.ts'
import { inspect } from './world.ts'

/** Somebody looks at everything. */
class Inspection implements fc.AsyncCommand<Business, Kontor> {
  check = () => true
  run = inspect
  toString = () => '\n  everything is inspected'
}

export const inspection = fc.constant(new Inspection())
