import type { SsoSettings } from '../auth/sso/sso-settings.ts'
import type { Config } from '../config/config.ts'

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
