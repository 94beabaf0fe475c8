/** The user has closed the browser's window, has no such passkey here, or let it time out. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
  /** This device has one of the user's passkeys already. */
  readonly isKnown: boolean

  constructor(cause: unknown) {
    super('No passkey was used.', { cause })
    this.isKnown = cause instanceof DOMException && cause.name === 'InvalidStateError'
  }
}

/** Browsers offer passkeys only to pages that came over HTTPS, or from this machine. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Lets the user sign a challenge; answers what the server is to be sent. */
export async function signWithPasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return answerOf(navigator.credentials.get({ publicKey }))
}

export async function createPasskey(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return answerOf(navigator.credentials.create({ publicKey }))
}

async function answerOf(credential: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await credential) as PublicKeyCredential).toJSON()
  } catch (error) {
    throw new PasskeyCancelled(error)
  }
}
