import type { errors } from 'oidc-provider'

/** Loaded on first use: most commands never need it. */
export const loadLibrary = () => import('oidc-provider')

export type OAuthLibrary = Awaited<ReturnType<typeof loadLibrary>>
export type OAuthErrors = typeof errors
