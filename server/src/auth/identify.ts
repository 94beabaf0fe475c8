import type { Actor } from '../core/access.ts'
import { Problem } from '../core/problem.ts'
import type { Reads } from '../core/store.ts'
import { SCOPES } from '../model/rights.ts'
import { roles, users } from './access.resources.ts'
import { isApiKey, keyBehind } from './api-keys/keys.ts'
import type { Bearer } from './bearer.ts'
import { appBehind, isAppToken } from './oauth/app-tokens.ts'
import { sessionBehind } from './sessions.ts'
import { isAccessToken } from './tokens.ts'

/** What a request carries to prove who sends it. */
export type Proof = { readonly token: string } | { readonly key: string }

/** Who is asking, and why he is refused if he is. */
export interface Identified {
  readonly actor: Actor
  readonly refusal: Problem | undefined
}

type Origin = Pick<Actor, 'address' | 'requestId' | 'userAgent'>

/** Looked up on every request, so that every change acts on the next one. Throws what is no known credential at all. */
export async function identify(reads: Reads, proof: Proof, now: string, origin: Origin): Promise<Identified> {
  const { userId, credential, scopes = SCOPES, narrowedTo, refusal } = await bearerOf(reads, proof, now, origin)
  const user = await reads.get(users, userId)
  const role = await reads.find(roles, { name: user.role })
  const actor = {
    userId: user.id,
    name: user.name,
    role: user.role,
    permissions: role?.permissions ?? {},
    scopes,
    ...(narrowedTo && { narrowedTo }),
    credential,
    ...origin,
  }
  const code = 'key' in proof ? 'INVALID_API_KEY' : 'INVALID_TOKEN'
  return { actor, refusal: user.isActive ? refusal : new Problem(code) }
}

function bearerOf(reads: Reads, proof: Proof, now: string, { address }: Origin): Promise<Bearer> {
  if ('key' in proof) return keyBehind(reads, proof.key, now, address)
  if (isAccessToken(proof.token)) return sessionBehind(reads, proof.token, now)
  if (isAppToken(proof.token)) return appBehind(reads, proof.token, now)
  throw new Problem('INVALID_TOKEN')
}

/** Well-formed and yet unknown. Plain junk costs no look-up, so it is not worth counting. */
export function isGuess(proof: Proof, { code }: Problem): boolean {
  if ('key' in proof) return code === 'INVALID_API_KEY' && isApiKey(proof.key)
  return code === 'INVALID_TOKEN' && (isAccessToken(proof.token) || isAppToken(proof.token))
}
