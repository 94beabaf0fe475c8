import type { User } from '../access.resources.ts'

/**
 * The one check for every way to sign in: password, link, single sign-on, refresh, the page for apps, and each request of
 * a session or an app. A service, also one that was a person before, has API keys only.
 */
export const canSignIn = ({ isActive, type }: Pick<User, 'isActive' | 'type'>): boolean => isActive && type === 'user'
