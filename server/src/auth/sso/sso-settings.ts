import type { Config } from '../../config.ts'

/** How users sign in with an OpenID Connect provider. */
export interface SsoSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Shown on the button. */
  readonly name: string
  /** The claim whose values the roles are chosen by, and the role for each value. */
  readonly roleClaim: string | undefined
  readonly roles: Readonly<Record<string, string>>
  /** The role of a new user whom no value of the claim gives one. */
  readonly defaultRole: string | undefined
  readonly createsUsers: boolean
  /** Also where the provider does not say whether it has verified the address. */
  readonly trustsEmail: boolean
}

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

/** Whether this address may sign in by a password. */
export const mayUsePassword = ({ passwordSignIn }: Pick<Config, 'passwordSignIn'>, email: string): boolean =>
  passwordSignIn === 'on' || passwordSignIn === email.trim().toLowerCase()
