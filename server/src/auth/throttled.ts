import type { Context } from '../core/action.ts'
import { Problem } from '../core/problem.ts'
import type { Reads } from '../core/store.ts'
import { msg, seconds } from '../model/message.ts'
import type { Throttle } from './throttle.ts'

/** Counts an attempt on a subject, such as an e-mail address. Throws while the client has to wait. */
export async function refuseThrottled(
  { actor }: Context<Reads>,
  throttle: Throttle,
  subject: string,
  what = msg`attempts to sign in`,
): Promise<void> {
  const wait = await throttle.attempt(subject, actor.address)
  if (wait === 0) return
  const message = msg`Too many ${what}. Try again in ${seconds(wait)}.`
  throw new Problem('TOO_MANY_ATTEMPTS', { text: message, retryAfterSeconds: wait })
}
