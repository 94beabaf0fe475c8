import type { SignInParts } from '../auth/sign-in-actions.ts'
import type { SsoSettings } from '../auth/sso/sso-settings.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from './secrets/secrets.ts'

/** Undefined if single sign-on is not set up. */
export function ssoSettingsOf(config: Config): SsoSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config
  if (!issuer || !clientId || !clientSecret) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    name: config.oidcName ?? new URL(issuer).hostname,
    roleClaim: config.oidcRoleClaim,
    roles: config.oidcRoles,
    defaultRole: config.oidcDefaultRole,
    createsUsers: config.oidcCreateUsers,
    trustsEmail: config.oidcTrustEmail,
  }
}

/** What follows from the settings of what signing in takes. */
export const signInSettingsOf = (config: Config, secrets: Secrets): Omit<SignInParts, 'throttle' | 'failures'> => ({
  tokenKeys: secrets.keysFor('refresh tokens'),
  factorKey: secrets.storageKeyFor('second factors'),
  mayUsePassword: (email) => mayUsePassword(config, email),
  isPasswordOff: config.passwordSignIn !== 'on',
  baseUrl: config.baseUrl,
})

/** Whether this address may sign in by a password. */
export const mayUsePassword = ({ passwordSignIn }: Pick<Config, 'passwordSignIn'>, email: string): boolean =>
  passwordSignIn === 'on' || passwordSignIn === email.trim().toLowerCase()
