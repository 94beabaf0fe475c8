import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { serviceActor } from '../../core/access.ts'
import { caller } from './caller.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { type Keeping, noteDown } from './notes.ts'

/** In the words of the library, which tells only its own log of it. */
const REUSED = 'refresh token already used'

/** A refresh token that comes a second time may have been stolen: whoever reads the audit log should know. */
export function watchReuse(provider: Provider, keeping: Keeping, onError: (error: unknown) => void): void {
  const noted = new WeakMap<object, Promise<void>>()
  const note = ({ oidc }: KoaContextWithOIDC) => {
    const { accountId = null, clientId = null } = oidc.entities.RefreshToken ?? {}
    const actor = { ...(caller.getStore() ?? serviceActor), userId: accountId }
    return noteDown(keeping, actor, {
      action: 'refresh-token-reused',
      resource: oauthClients.name,
      recordId: clientId,
    })
  }
  provider.on('grant.error', (ctx, error) => {
    if ('error_detail' in error && error.error_detail === REUSED) noted.set(ctx, note(ctx).catch(onError))
  })
  provider.use(async (ctx, next) => {
    await next()
    await noted.get(ctx)
  })
}
