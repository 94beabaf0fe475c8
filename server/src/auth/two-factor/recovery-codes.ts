import { hash, randomInt } from 'node:crypto'
import type { Context } from '../../core/action.ts'
import { plainList } from '../../core/lists/list-query.ts'
import type { Reads } from '../../core/store.ts'
import { recoveryCodes } from './two-factor.resources.ts'

const COUNT = 10
const LENGTH = 10
/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 49 random bits each: too many to guess, so a fast digest protects them as well as a slow one. */
const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const shown = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
const plain = (typed: string) => typed.toUpperCase().replaceAll(/[\s-]/g, '')
const digestOf = (userId: string, code: string) => hash('sha256', `${userId} ${plain(code)}`)

/** Whether a text has the form of a recovery code rather than that of an authenticator app. */
export const isRecoveryCode = (typed: string): boolean => plain(typed).length === LENGTH

/** Replaces all codes of a user by new ones. The result is the only place where they can be read. */
export async function renewRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  await removeRecoveryCodes(ctx, userId)
  const codes = Array.from({ length: COUNT }, newCode)
  for (const code of codes) await ctx.records.insert(recoveryCodes, { user: userId, digest: digestOf(userId, code) })
  return codes.map(shown)
}

export async function removeRecoveryCodes({ records }: Context, userId: string): Promise<void> {
  for (const code of await records.related(recoveryCodes, 'user', [userId])) await records.remove(recoveryCodes, code)
}

/** Whether the user has such a code left. */
export async function hasRecoveryCode(records: Reads, userId: string, typed: string): Promise<boolean> {
  const code = await records.find(recoveryCodes, { user: userId, digest: digestOf(userId, typed) })
  return code !== undefined && code.usedAt === null
}

/** Uses a code up. False if the user has no such code left. */
export async function takeRecoveryCode({ now, records }: Context, userId: string, typed: string): Promise<boolean> {
  const found = await records.find(recoveryCodes, { user: userId, digest: digestOf(userId, typed) })
  const code = found && (await records.lock(recoveryCodes, found.id))
  if (!code || code.usedAt) return false
  await records.update(recoveryCodes, code, { usedAt: now })
  return true
}

export async function recoveryCodesLeft(records: Reads, userId: string): Promise<number> {
  const query = plainList([
    { path: 'user', operator: 'eq', values: [userId] },
    { path: 'usedAt', operator: 'eq', values: [null] },
  ])
  return (await records.list(recoveryCodes, query)).records.length
}
