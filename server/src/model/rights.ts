/** What a credential may be used for. */
export const SCOPES = ['read', 'write', 'delete', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** What a role may be allowed to do with a resource. */
export const RIGHTS = [
  'read',
  'create',
  'update',
  'delete',
  'submit',
  'cancel',
  'override',
  'export',
  'manage',
] as const
export type Right = (typeof RIGHTS)[number]

/** What one role may do with one resource. Field names are paths: `costPrice`, `items.rate`. */
export interface Permission {
  readonly can: readonly Right[]
  /** Only records that the user created. */
  readonly own?: boolean
  readonly hidden?: readonly string[]
  readonly readOnly?: readonly string[]
  /** Those of `readOnly` that the kind of credential closes, not the role. No role holds it. */
  readonly sessionOnly?: readonly string[]
}

/** A role's permissions by resource; `*` is every resource of the business that is not named. */
export type Permissions = { readonly [resource: string]: Permission }

/** By resource; what is not named is closed. */
export type Narrowing = { readonly [resource: string]: readonly Scope[] }
