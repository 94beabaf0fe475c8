import { writeAction } from '../core/action.ts'
import type { Entry } from '../core/rules.ts'
import { text } from '../model/fields.ts'
import { defineResource } from '../model/resource.ts'
import { endSessionOf } from './sessions.ts'
import { loginAction, refreshAction, type SignInParts } from './sign-in-actions.ts'
import { ssoActions } from './sso/sso-actions.ts'
import type { SsoSettings } from './sso/sso-settings.ts'

/** Stored with the other sessions; separate only so that the log shows where a user signed in. */
export const webSessions = defineResource({
  name: 'web-sessions',
  singular: 'web session',
  idPrefix: 'web',
  title: 'user',
  description: 'Signing in to the web interface and out of it.',
  internal: true,
  fields: { user: text() },
})

/** The actions of the web interface with its cookie. They have no endpoint in the API, which ignores cookies. */
export const webSessionEntry = (parts: SignInParts, sso?: SsoSettings): Entry => ({
  resource: webSessions,
  usesReserve: true,
  actions: [
    loginAction(parts, true),
    refreshAction(parts),
    ...(sso ? ssoActions(parts, sso) : []),
    writeAction({
      name: 'logout',
      method: 'DELETE',
      path: '',
      summary: 'Sign out',
      access: 'public',
      sensitive: true,
      status: 204,
      input: { refreshToken: text({ required: true, max: 200, verbatim: true }) },
      run: async (ctx, { input }) => {
        await endSessionOf(ctx, parts.tokenKeys, input.refreshToken)
        return undefined
      },
    }),
  ],
})
