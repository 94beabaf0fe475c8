import { faultsProblem } from '../../../core/problem.ts'
import { defineRules } from '../../../core/rules.ts'
import type { Detail } from '../../../model/input.ts'
import { msg } from '../../../model/message.ts'
import { endApp } from '../grants.ts'
import { type OAuthClient, oauthClients } from './oauth-clients.resource.ts'
import { isLocalHttps, isNative, redirectFault } from './redirect-uris.ts'

export const clientRules = defineRules(oauthClients, {
  check: redirectFaults,
  // What was given to an app that keeps a secret must not become good without one.
  closed: () => [{ fields: ['isPublic'], blocker: fixedKind() }],
  compute: async (_ctx, clients) => clients.map(({ id }) => ({ clientId: id })),
  async changed({ records }, { before, after }) {
    if (before && !after?.isActive) await endApp(records, before.id)
  },
})

function redirectFaults({ redirectUris, isPublic }: OAuthClient): Detail[] {
  const isOnDevice = isPublic && redirectUris.some(isNative)
  return redirectUris.flatMap((address, index) => {
    const mixed =
      isOnDevice && isLocalHttps(address)
        ? msg`must begin with http://, like the other addresses on the device of the user`
        : undefined
    const fault = redirectFault(address, isPublic) ?? mixed
    return fault ? [{ field: `redirectUris[${index}]`, message: msg`The address ${fault}.` }] : []
  })
}

const fixedKind = () =>
  faultsProblem([{ field: 'isPublic', message: msg`This cannot be changed: register another app.` }])
