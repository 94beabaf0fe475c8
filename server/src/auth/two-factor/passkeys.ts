import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isObject } from '../../model/input.ts'
import type { User } from '../access.resources.ts'
import type { SecondFactor } from './two-factor.resources.ts'

const TIMEOUT_MS = 120_000
/** Ed25519, P-256 and RSA signatures, in the order of preference. */
const ALGORITHMS = [-8, -7, -257]

/** The library takes a noticeable time to load, and few requests need it. */
const library = () => import('@simplewebauthn/server')

/** What a browser creates a passkey from. It belongs to the host of the page, which the browser adds. */
export const registrationOptions = (
  challenge: string,
  user: User,
  company: string,
  known: readonly SecondFactor[],
) => ({
  challenge,
  rp: { name: company },
  user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: known.map(described),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
})

/** What a browser signs with one of these passkeys. In the place of a password, the user must be verified as well. */
export const requestOptions = (challenge: string, known: readonly SecondFactor[], replacesPassword: boolean) => ({
  challenge,
  timeout: TIMEOUT_MS,
  allowCredentials: known.map(described),
  userVerification: replacesPassword ? 'required' : 'preferred',
})

const described = ({ credentialId, transports }: SecondFactor) => ({
  type: 'public-key',
  id: credentialId,
  transports: transports ?? [],
})

export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly origin: string
  readonly transports: string[]
}

/**
 * The passkey that a browser has created; undefined if the answer is not valid. The browser states the origin of the page,
 * and no page can alter that. It must be the address of this service where that is known; else it is stored, and every
 * later signature must come from the same origin.
 */
export async function registeredPasskey(
  challenge: string,
  response: unknown,
  baseUrl: string | undefined,
): Promise<NewPasskey | undefined> {
  const origin = baseUrl ? new URL(baseUrl).origin : originIn(response)
  if (!origin) return undefined
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined })) // the library throws what is wrong with the answer
  if (!registrationInfo) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, origin, transports }
}

/** The passkey that an answer claims to be signed with. */
export const credentialIdIn = (response: unknown): string =>
  isObject(response) && typeof response.id === 'string' ? response.id : ''

/** The new signature count; undefined if the signature is not valid. */
export async function signatureCount(
  passkey: SecondFactor,
  challenge: string,
  response: unknown,
  replacesPassword: boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { credentialId, publicKey, origin, counter } = passkey
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin!,
    expectedRPID: new URL(origin!).hostname,
    credential: { id: credentialId!, publicKey: Buffer.from(publicKey!, 'base64url'), counter },
    requireUserVerification: replacesPassword,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified ? authenticationInfo!.newCounter : undefined
}

function originIn(response: unknown): string | undefined {
  const { response: inner } = isObject(response) ? response : {}
  const data = isObject(inner) && typeof inner.clientDataJSON === 'string' ? inner.clientDataJSON : ''
  try {
    return new URL(JSON.parse(Buffer.from(data, 'base64url').toString()).origin).origin
  } catch {
    return undefined
  }
}
