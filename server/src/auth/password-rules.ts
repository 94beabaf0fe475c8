import { refuseFaults } from '../core/problem.ts'
import { type Message, msg } from '../model/message.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './access.resources.ts'
import { isCommonPassword, plainPassword } from './common-passwords.ts'

/** Why a password is refused, as the end of a sentence; undefined if it is fine. No rules of composition: they weaken. */
export function passwordFault(password: string, belongsTo: readonly string[] = []): Message | undefined {
  const { length } = [...password]
  if (length < PASSWORD_MIN || length > PASSWORD_MAX)
    return msg`must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`
  if (password.trim() === '') return msg`must not be blank`
  if (/\p{Cc}|\p{Cs}/u.test(password)) return msg`must not contain control characters`
  const plain = plainPassword(password)
  if (new Set(plain).size < 4) return msg`must be made of more than three different characters`
  if (belongsTo.some((text) => plainPassword(text) === plain))
    return msg`must not be the name or the e-mail address of its user`
  return isCommonPassword(plain) ? msg`is one of those that are tried first; choose another` : undefined
}

export function refuseWeak(password: string, belongsTo: readonly string[], field = 'password'): void {
  const fault = passwordFault(password, belongsTo)
  if (fault) refuseFaults([{ field, message: msg`The password ${fault}.` }])
}
