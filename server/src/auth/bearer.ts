import type { Credential } from '../core/access.ts'
import type { Narrowing, Scope } from '../model/rights.ts'

/** The user of a credential, and what the credential allows. */
export interface Bearer {
  readonly userId: string
  readonly credential: Credential
  /** All scopes if undefined: only the role of the user limits what it may do. */
  readonly scopes?: readonly Scope[]
  readonly narrowedTo?: Narrowing
  readonly expiresAt: string
  /** Of what expires, a token or a session: when it was given to the user. */
  readonly createdAt?: string
  /** In a session: when the user last entered the password or used a passkey. */
  readonly provenAt?: string
  /** A session that was begun by single sign-on. */
  readonly isSso?: true
  /** Where it may be used from; anywhere if not said. */
  readonly allowedIps?: readonly string[]
}
