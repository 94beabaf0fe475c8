import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40]

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** The few types of CBOR that an authenticator writes. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)].flatMap(([key, part]) => [cbor(key), cbor(part)])
  return Buffer.concat([head(5, entries.length / 2), ...entries])
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length])
  if (length < 256) return Buffer.from([(type << 5) | 24, length])
  return Buffer.from([(type << 5) | 25, length >> 8, length & 0xff])
}

/** A passkey in software: what a browser and its authenticator do, without a browser. */
export function softwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const coseKey = new Map<number, number | Buffer>([
    [1, 2], // an elliptic curve
    [3, -7], // ES256
    [-1, 1], // P-256
    [-2, Buffer.from(x!, 'base64url')],
    [-3, Buffer.from(y!, 'base64url')],
  ])
  const id = randomBytes(16)
  const rpIdHash = sha256(new URL(origin).hostname)
  let count = 0

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function authenticatorData(flags: number, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count++)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested])
  }
  const described = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  const encoded = (parts: Record<string, Buffer>) =>
    Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]))

  return {
    id: described.id,
    create(challenge: string) {
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(coseKey)])
      const authData = authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, attested)
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const clientDataJSON = clientData('webauthn.create', challenge, origin)
      return { ...described, response: encoded({ attestationObject, clientDataJSON }), clientExtensionResults: {} }
    },
    /** `from` is the page that asks; another than the one that the passkey was made for is a trap. */
    sign(challenge: string, { isVerified = true, from = origin } = {}) {
      const data = authenticatorData(isVerified ? USER_PRESENT | USER_VERIFIED : USER_PRESENT)
      const clientDataJSON = clientData('webauthn.get', challenge, from)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey)
      const response = encoded({ authenticatorData: data, clientDataJSON, signature })
      return { ...described, response, clientExtensionResults: {} }
    },
  }
}
