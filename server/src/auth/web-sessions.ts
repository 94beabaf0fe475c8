import { writeAction } from '../core/action.ts'
import type { KeyRing } from '../core/key-ring.ts'
import type { Entry } from '../core/rules.ts'
import { text } from '../model/fields.ts'
import { defineResource } from '../model/resource.ts'
import { endSessionOf } from './sessions.ts'
import { loginAction, refreshAction } from './sign-in-actions.ts'
import type { Throttle } from './throttle.ts'

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
export const webSessionEntry = (secret: KeyRing, throttle: Throttle): Entry => ({
  resource: webSessions,
  actions: [
    loginAction(secret, throttle, true),
    refreshAction(secret),
    writeAction({
      name: 'logout',
      method: 'DELETE',
      path: '',
      summary: 'Sign out',
      access: 'public',
      sensitive: true,
      status: 204,
      input: { refreshToken: text({ required: true, max: 200 }) },
      run: async (ctx, { input }) => {
        await endSessionOf(ctx, secret, input.refreshToken)
        return undefined
      },
    }),
  ],
})
