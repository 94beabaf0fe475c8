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
