import type { errors } from 'oidc-provider'

/** Loaded when somebody first needs it: most commands never do. */
export const loadLibrary = () => import('oidc-provider')

export type OAuthLibrary = Awaited<ReturnType<typeof loadLibrary>>
export type OAuthErrors = typeof errors
