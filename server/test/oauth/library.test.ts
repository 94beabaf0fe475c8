import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Provider } from 'oidc-provider'
import manifest from 'oidc-provider/package.json' with { type: 'json' }

/** `auth/oauth/provider.ts` and `accounts.ts` change what the library documents nowhere. Read them before you raise this. */
const READ_VERSION = '9.13.3'

test('the OAuth library is the version that our changes to it were written for', () => {
  assert.equal(manifest.version, READ_VERSION)
})

test('the OAuth library still has what we replace and set', () => {
  const provider = new Provider('http://127.0.0.1')
  // biome-ignore lint/suspicious/noExplicitAny: these members have no types.
  const { Client, AccessToken, RefreshToken, Session } = provider as any
  for (const [model, member] of [
    [Client, 'compareClientSecret'],
    [AccessToken, 'generateTokenId'],
    [RefreshToken, 'generateTokenId'],
  ])
    assert.equal(typeof model.prototype[member], 'function', member)
  for (const field of ['uid', 'accountId', 'loginTs', 'authorizations'])
    assert.ok(Session.IN_PAYLOAD.includes(field), field)
})
