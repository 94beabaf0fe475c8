import assert from 'node:assert/strict'
import { test } from 'node:test'
import { softwarePasskey } from '../support/authenticator.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { PASSWORD, type Person, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused } from '../support/records.ts'

const ORIGIN = 'https://kontor.example'
const MINUTE_MS = 60_000

onEveryDatabase('A passkey', (kind) => {
  const kontor = kontorFor(kind, { environment: { KONTOR_BASE_URL: ORIGIN } })
  const login = (body: object) => kontor().post('/auth/login', body, { token: null })
  const begin = async ({ token }: Person) =>
    (await kontor().post('/auth/two-factor/passkeys/options', undefined, { token })).body.data

  async function add(me: Person, origin = ORIGIN) {
    const passkey = softwarePasskey(origin)
    const { challenge } = await begin(me)
    const body = { name: 'Laptop', challenge, passkey: passkey.create(challenge) }
    return { passkey, answer: await kontor().post('/auth/two-factor/passkeys', body, { token: me.token }) }
  }

  test('is added in a session, and then asked for at sign-in', async () => {
    const me = await signedIn(kontor(), 'sales')
    const { passkey, answer } = await add(me)
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.data.recoveryCodes.length, 10)
    const { error } = (await login({ email: me.email, password: PASSWORD })).body
    assert.equal(error.code, 'SECOND_FACTOR_REQUIRED')
    assert.deepEqual(error.factors, ['passkey', 'recovery-code'])
    assert.equal(error.passkeyOptions.allowCredentials[0].id, passkey.id)
    const { challenge } = error
    const signed = await login({ challenge, passkey: passkey.sign(error.passkeyOptions.challenge) })
    assert.equal(signed.status, 200, signed.text)
    const { passkeys } = (await kontor().get('/auth/two-factor', { token: signed.body.data.token })).body.data
    assert.equal(passkeys[0].name, 'Laptop')
    assert.ok(passkeys[0].lastUsedAt)
  })

  test('is refused when it signs another challenge, for another page, twice, or is one of another user', async () => {
    const [me, other] = [await signedIn(kontor(), 'sales'), await signedIn(kontor(), 'sales')]
    const [mine, theirs] = [await add(me), await add(other)]
    const challenged = async () => (await login({ email: me.email, password: PASSWORD })).body.error.challenge
    const refused = async (challenge: string, passkey: unknown) => {
      assertRefused(await login({ challenge, passkey }), 401, 'INVALID_SECOND_FACTOR')
      kontor().advance(MINUTE_MS)
    }
    const challenge = await challenged()
    await refused(challenge, mine.passkey.sign(await challenged()))
    await refused(challenge, mine.passkey.sign(challenge, { from: 'https://kontor.example.evil.example' }))
    await refused(challenge, theirs.passkey.sign(challenge))
    await refused(challenge, { id: mine.passkey.id, response: {} })
    const signed = mine.passkey.sign(challenge)
    assert.equal((await login({ challenge, passkey: signed })).status, 200)
    assertRefused(await login({ challenge, passkey: signed }), 401, 'CHALLENGE_EXPIRED')
  })

  test('is not added from another page than that of the service, nor with a made-up answer', async () => {
    const me = await signedIn(kontor(), 'sales')
    assertInvalid((await add(me, 'https://evil.example')).answer, 'passkey')
    const { challenge } = await begin(me)
    const body = { name: 'Laptop', challenge, passkey: { id: 'x' } }
    assertInvalid(await kontor().post('/auth/two-factor/passkeys', body, { token: me.token }), 'passkey')
    const foreign = softwarePasskey(ORIGIN)
    const { challenge: theirs } = await begin(await signedIn(kontor(), 'sales'))
    const stolen = { name: 'Laptop', challenge: theirs, passkey: foreign.create(theirs) }
    assertRefused(
      await kontor().post('/auth/two-factor/passkeys', stolen, { token: me.token }),
      401,
      'CHALLENGE_EXPIRED',
    )
  })

  test('is removed by its user alone, and the last one switches the second factor off', async () => {
    const [me, other] = [await signedIn(kontor(), 'sales'), await signedIn(kontor(), 'sales')]
    const { answer } = await add(me)
    const path = `/auth/two-factor/passkeys/${answer.body.data.id}`
    assertRefused(await kontor().delete(path, { token: other.token }), 404, 'NOT_FOUND')
    assert.equal((await kontor().delete(path, { token: me.token })).status, 204)
    assert.equal((await kontor().login(me.email, PASSWORD)).status, 200)
  })

  test('confirms a session in the place of the password, if it has verified its user', async () => {
    const me = await signedIn(kontor(), 'admin')
    const { passkey } = await add(me)
    kontor().advance(16 * MINUTE_MS)
    const create = () =>
      kontor().post('/roles', { name: `role ${Math.random()}`, permissions: {} }, { token: me.token })
    assertRefused(await create(), 403, 'REAUTHENTICATION_REQUIRED')
    const confirm = async (isVerified: boolean) => {
      const { challenge } = (await kontor().post('/auth/reauthenticate/passkey', undefined, { token: me.token })).body
        .data
      const body = { challenge, passkey: passkey.sign(challenge, { isVerified }) }
      return kontor().post('/auth/reauthenticate', body, { token: me.token })
    }
    assertRefused(await confirm(false), 401, 'INVALID_SECOND_FACTOR')
    assertRefused(await create(), 403, 'REAUTHENTICATION_REQUIRED')
    const confirmed = await confirm(true)
    assert.equal(confirmed.status, 200, confirmed.text)
    assert.equal((await create()).status, 201)
  })
})
