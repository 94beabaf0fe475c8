interface SsoSettings {
  readonly oidcIssuer?: string | undefined
  readonly oidcClientId?: string | undefined
  readonly oidcClientSecret?: string | undefined
  readonly oidcRoleClaim?: string | undefined
  readonly oidcRoles?: Readonly<Record<string, string>>
  readonly passwordSignIn?: string
}

/** What does not fit together among the settings of single sign-on. */
export function ssoFaults(config: SsoSettings): string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = config
  const set = [oidcIssuer, oidcClientId, oidcClientSecret].filter((value) => value !== undefined)
  return [
    ...(set.length === 1 || set.length === 2
      ? ['KONTOR_OIDC_ISSUER, KONTOR_OIDC_CLIENT_ID and KONTOR_OIDC_CLIENT_SECRET must be set together.']
      : []),
    ...(set.length === 0 && config.passwordSignIn !== undefined && config.passwordSignIn !== 'on'
      ? ['KONTOR_PASSWORD_SIGN_IN can be switched off only with single sign-on (KONTOR_OIDC_ISSUER).']
      : []),
    ...(Object.keys(config.oidcRoles ?? {}).length > 0 && !config.oidcRoleClaim
      ? ['KONTOR_OIDC_ROLES needs KONTOR_OIDC_ROLE_CLAIM.']
      : []),
  ]
}
