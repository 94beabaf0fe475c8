import { FULL_COST, hashPassword } from '../../src/auth/passwords.ts'

/** Long enough for several requests, and few enough to leave room in the queue. */
const HASHES = 16

/** Does the work while every password check of this process has to wait. */
export async function whileHashingIsBusy<T>(work: () => Promise<T>): Promise<T> {
  const hashes = Array.from({ length: HASHES }, () => hashPassword('keeps the queue busy', FULL_COST))
  const [result] = await Promise.all([work(), ...hashes])
  return result
}
