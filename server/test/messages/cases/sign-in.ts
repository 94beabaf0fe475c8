import { softwarePasskey } from '../../support/authenticator.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { createKey, withKey } from '../../support/keys.ts'
import { ADMIN } from '../../support/kontor.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { addUser, callFrom, PASSWORD, type Person, signedIn, signIn } from '../../support/people.ts'
import { addApp } from '../../support/second-factor.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../support/stopped-clock.ts'
import { SAME_ORIGIN, ui } from '../../support/web-session.ts'
import type { Cases, Scene } from '../recorder.ts'

const credentials: Cases = async ({ kontor, refuses }) => {
  const items = (headers: Record<string, string>) => kontor.get('/items', { token: null, headers })
  await refuses('UNAUTHORIZED', items({}))
  await refuses('UNAUTHORIZED', items({ authorization: 'Basic YTpi' }))
  await refuses('BAD_REQUEST', items({ authorization: `Bearer ${kontor.token}`, 'x-api-key': 'ktk_live_x' }))
  await refuses('INVALID_TOKEN', items({ authorization: 'Bearer made-up' }))
  await refuses('INVALID_API_KEY', items({ 'x-api-key': 'made-up' }))
  const key = await createKey(kontor, { allowedIps: ['203.0.113.0/24'] })
  await refuses('IP_NOT_ALLOWED', kontor.get('/items', withKey(key)))
}

const passwords: Cases = async ({ kontor, refuses }) => {
  const post = (path: string, body: object, token: string | null = null) => kontor.post(path, body, { token })
  await refuses('VALIDATION_ERROR', post('/auth/login', {}))
  const login = (email: string) =>
    callFrom(kontor.app.server, '10.1.0.1', 'POST', '/auth/login', { body: { email, password: 'wrong' } })
  for (let attempt = 0; attempt < 5; attempt++) await login('anna@example.com')
  await refuses('TOO_MANY_ATTEMPTS', login('anna@example.com'))
  kontor.advance(SECOND)
  await refuses('INVALID_CREDENTIALS', login('anna@example.com'))
  await refuses('TOO_MANY_ATTEMPTS', login('anna@example.com'))
  const { token, email } = await signedIn(kontor, 'sales')
  const change = (currentPassword: string, newPassword: string) =>
    post('/auth/password', { currentPassword, newPassword }, token)
  await refuses('INVALID_CREDENTIALS', change('wrong', 'a better one than before'))
  for (const password of ['short', 'aaaabbbbcccc', email, 'password1234'])
    await refuses('VALIDATION_ERROR', change(PASSWORD, password))
  await refuses('INVALID_LINK', post('/auth/password-links/look-up', { token: 'made-up' }))
  await refuses('MAIL_NOT_CONFIGURED', post('/auth/forgot-password', { email }))
}

const mailedLinks: Cases = async ({ open, refuses, tells }) => {
  await using mails = await startMailServer()
  const kontor = await open(mails.environment)
  const ask = () => kontor.post('/auth/forgot-password', { email: 'unknown@example.com' }, { token: null })
  await tells(ask())
  for (let attempt = 0; attempt < 4; attempt++) await ask()
  await refuses('TOO_MANY_ATTEMPTS', ask())
}

const sessions: Cases = async ({ kontor, refuses }) => {
  const refresh = (refreshToken: string) => kontor.post('/auth/refresh', { refreshToken }, { token: null })
  await refuses('INVALID_REFRESH_TOKEN', refresh('made-up'))
  const me = await signedIn(kontor, 'admin')
  const other = await signedIn(kontor, 'sales')
  const { id } = (await kontor.get('/auth/sessions', { token: other.token })).body.data[0]
  await refuses('NOT_FOUND', kontor.delete(`/auth/sessions/${id}`, { token: me.token }))
  await refresh(me.refreshToken)
  kontor.advance(MINUTE)
  await refuses('REFRESH_TOKEN_REUSED', refresh(me.refreshToken))
  await refuses('INVALID_TOKEN', kontor.get('/items', { token: me.token }))
  kontor.advance(15 * MINUTE)
  await refuses('REAUTHENTICATION_REQUIRED', kontor.post('/roles', { name: 'clerk' }))
  const key = await createKey(kontor, {}, { token: (await signedIn(kontor, 'admin')).token })
  kontor.advance(HOUR)
  await refuses('TOKEN_EXPIRED', kontor.get('/items', { token: other.token }))
  kontor.advance(400 * DAY)
  await refuses('API_KEY_EXPIRED', kontor.get('/items', withKey(key)))
}

const webSessions: Cases = async ({ kontor, refuses }) => {
  await refuses('FORBIDDEN', ui(kontor, 'POST', '', { headers: { 'sec-fetch-site': 'cross-site' } }))
  await refuses('INVALID_JSON', ui(kontor, 'POST', '', { body: [] }))
  await refuses('UNAUTHORIZED', ui(kontor, 'POST', '/refresh'))
  await refuses('BAD_REQUEST', kontor.call('GET', 'root:/ui/oauth/unknown/request', { headers: SAME_ORIGIN }))
}

const limits: Cases = async ({ open, refuses }) => {
  const hasty = await open({ KONTOR_PLAN: 'custom:3/unlimited' })
  for (let request = 0; request < 3; request++) await hasty.get('/items')
  await refuses('RATE_LIMIT_EXCEEDED', hasty.get('/items'))
  const busy = await open({ KONTOR_PLAN: 'custom:100/3' })
  for (let request = 0; request < 3; request++) await busy.get('/items')
  await refuses('RATE_LIMIT_EXCEEDED', busy.get('/items'))
}

const ORIGIN = 'https://kontor.example'

async function addPasskey({ kontor }: Pick<Scene, 'kontor'>, { token }: Person) {
  const { body } = await kontor.post('/auth/two-factor/passkeys/options', undefined, { token })
  const { challenge } = body.data
  const passkey = softwarePasskey(ORIGIN)
  const sent = { name: 'Laptop', challenge, passkey: passkey.create(challenge) }
  await kontor.post('/auth/two-factor/passkeys', sent, { token })
  return passkey
}

const secondFactors: Cases = async ({ open, refuses }) => {
  const kontor = await open({ KONTOR_BASE_URL: ORIGIN })
  const me = await signedIn(kontor, 'sales')
  const post = (path: string, body: object = {}) => kontor.post(`/auth${path}`, body, { token: me.token })
  await refuses('DOCUMENT_LOCKED', post('/two-factor/recovery-codes'))
  await refuses('DOCUMENT_LOCKED', post('/two-factor/totp/confirm', { code: '000000' }))
  await post('/two-factor/totp', { currentPassword: PASSWORD })
  await refuses('VALIDATION_ERROR', post('/two-factor/totp/confirm', { code: '000000' }))
  const remove = { body: { currentPassword: PASSWORD }, token: me.token }
  await refuses('NOT_FOUND', kontor.call('DELETE', '/auth/two-factor/totp', remove))
  await refuses('NOT_FOUND', kontor.delete('/auth/two-factor/passkeys/unknown', { token: me.token }))
  await refuses('DOCUMENT_LOCKED', post('/reauthenticate/passkey'))
  await refuses('VALIDATION_ERROR', post('/reauthenticate'))
  const { challenge } = (await post('/two-factor/passkeys/options')).body.data
  await refuses('VALIDATION_ERROR', post('/two-factor/passkeys', { name: 'Laptop', challenge, passkey: {} }))
  await addPasskey({ kontor }, me)
  const again = (await post('/reauthenticate/passkey')).body.data
  await refuses('INVALID_SECOND_FACTOR', post('/reauthenticate', { challenge: again.challenge, passkey: {} }))
  for (let count = 1; count < 20; count++) await addPasskey({ kontor }, me)
  await refuses('DOCUMENT_LOCKED', post('/two-factor/passkeys/options'))
}

const secondSteps: Cases = async ({ kontor, refuses }) => {
  const me = await signedIn(kontor, 'admin')
  await addApp(kontor, me)
  const login = (body: object) => kontor.post('/auth/login', body, { token: null })
  const first = await login({ email: me.email, password: PASSWORD })
  await refuses('SECOND_FACTOR_REQUIRED', first)
  const { challenge } = first.body.error
  await refuses('VALIDATION_ERROR', login({ challenge }))
  await refuses('VALIDATION_ERROR', login({ email: me.email, password: PASSWORD, passkey: {} }))
  await refuses('INVALID_SECOND_FACTOR', login({ challenge, code: '000000' }))
  await refuses('CHALLENGE_EXPIRED', login({ challenge: 'made-up', code: '000000' }))
  const { id } = await addUser(kontor.engine, 'viewer')
  const { token } = await signedIn(kontor, 'admin')
  const reset = (user: string, as: string) => kontor.post(`/users/${user}/reset-two-factor`, {}, { token: as })
  await refuses('DOCUMENT_LOCKED', reset(id, token))
  await refuses('FORBIDDEN', reset(me.id, me.token))
}

/** A role that requires a second factor, of a user who has none. */
const requiredFactor: Cases = async ({ kontor, refuses }) => {
  const { token } = await signedIn(kontor, 'admin')
  const role = { name: 'auditor', permissions: {}, requiresSecondFactor: true, secondFactorGraceDays: 0 }
  await kontor.post('/roles', role, { token })
  const user = { email: 'auditor@example.com', name: 'Auditor', role: 'auditor', password: PASSWORD }
  await kontor.post('/users', user, { token })
  const { token: auditor } = await signIn(kontor, user.email)
  await refuses('SECOND_FACTOR_SETUP_REQUIRED', kontor.get('/resources', { token: auditor }))
}

const switchedOff: Cases = async ({ open, refuses }) => {
  const provider = await startIdentityProvider()
  try {
    const kontor = await open({ ...provider.environment, KONTOR_PASSWORD_SIGN_IN: ADMIN.email })
    await refuses('PASSWORD_SIGN_IN_OFF', kontor.login('anna@example.com', PASSWORD))
  } finally {
    await provider.close()
  }
}

export const signInCases: readonly Cases[] = [
  credentials,
  passwords,
  mailedLinks,
  webSessions,
  limits,
  secondFactors,
  secondSteps,
  requiredFactor,
  switchedOff,
  sessions,
]
