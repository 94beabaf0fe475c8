import { refuseFaults } from '../core/problem.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './access.resources.ts'

/** Why a password is refused, as the end of a sentence; undefined if it is fine. No rules of composition: they weaken. */
export async function passwordFault(password: string, belongsTo: readonly string[] = []): Promise<string | undefined> {
  const { length } = [...password]
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) return `must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`
  if (password.trim() === '') return 'must not be blank'
  if (/\p{Cc}|\p{Cs}/u.test(password)) return 'must not contain control characters'
  const plain = password.trim().toLowerCase()
  if (new Set(plain).size < 4) return 'must be made of more than three different characters'
  if (belongsTo.some((text) => text.toLowerCase() === plain)) return 'must not be the name or the address of its user'
  return (await commonPasswords()).has(plain) ? 'is one of those that are tried first; choose another' : undefined
}

export async function refuseWeak(password: string, belongsTo: readonly string[], field = 'password'): Promise<void> {
  const fault = await passwordFault(password, belongsTo)
  if (fault) refuseFaults([{ field, message: `The password ${fault}.` }])
}

let common: Promise<ReadonlySet<string>> | undefined

// Fifty thousand words: read when the first password is chosen, not whenever the server starts.
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}
