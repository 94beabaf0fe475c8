import type { Adapter, AdapterPayload } from 'oidc-provider'
import { serviceActor } from '../../core/access.ts'
import { isOver } from '../../core/due.ts'
import { Problem } from '../../core/problem.ts'
import type { NewRecord, Records, RequestScope } from '../../core/store.ts'
import { later } from '../../model/text.ts'
import { artifactId } from './artifact-id.ts'
import { caller } from './caller.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { grantedScopes } from './grants.ts'
import { type Keeping, scopeOfRequest } from './notes.ts'
import { type OAuthArtifact, oauthArtifacts } from './oauth-artifacts.resource.ts'
import type { OAuthErrors } from './provider-library.ts'

/** A refresh whose response was lost may be repeated within this time. */
const GRACE_MS = 10_000
const LONGEST_SECONDS = 365 * 86_400
/** What connects an app: it does not end because the clock was ahead when it was stored. */
const LASTING: ReadonlySet<string> = new Set(['Grant', 'RefreshToken'])

export interface ArtifactParts extends Keeping {
  readonly errors: OAuthErrors
}

/** Where the provider keeps what it calls a model: grants, codes, tokens, sign-ins. */
export function artifactsOf(model: string, { store, clock, errors }: ArtifactParts): Adapter {
  const idOf = (id: string) => artifactId(model, id)
  const nowAs = (ms = 0) => new Date(clock() + ms).toISOString()
  const scope = (userId?: string | null): RequestScope => {
    const actor = caller.getStore() ?? serviceActor
    return scopeOfRequest({ clock }, { ...actor, userId: actor.userId ?? userId ?? null })
  }
  const reads = () => store.reads(scope())

  /** As the provider gave it to us: with the value that only its bearer knows. */
  function restored(found: OAuthArtifact | undefined, id?: string): AdapterPayload | undefined {
    const now = nowAs()
    if (!found) return undefined
    if (LASTING.has(model) ? found.expiresAt <= now : isOver(found, now)) return undefined
    const isRepeat = model === 'RefreshToken' && found.consumedAt !== null && now <= later(found.consumedAt, GRACE_MS)
    return { ...found.payload, ...(id && { jti: id }), ...(found.consumedAt && !isRepeat && { consumed: true }) }
  }

  return {
    async upsert(id, payload, expiresIn = LONGEST_SECONDS) {
      const values = { ...columnsOf(model, payload), expiresAt: nowAs(expiresIn * 1000) }
      const write = () => store.write(scope(payload.accountId), (records) => keep(records, idOf(id), values))
      await write().catch((error) => {
        if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') throw error
        return write() // a repeated refresh has written the same token meanwhile
      })
    },
    find: async (id) => restored(await reads().find(oauthArtifacts, { id: idOf(id) }), id),
    findByUid: async (uid) => restored(await reads().find(oauthArtifacts, { model, uid: artifactId('uid', uid) })),
    findByUserCode: async () => undefined,
    async consume(id) {
      await store.write(scope(), async (records) => {
        const found = await lockArtifact(records, idOf(id))
        const used = restored(found)
        if (!found || !used || used.consumed) throw new errors.InvalidGrant('it has been used already')
        if (!found.consumedAt) await records.update(oauthArtifacts, found, { consumedAt: nowAs() })
      })
    },
    async destroy(id) {
      const known = await reads().find(oauthArtifacts, { id: idOf(id) })
      if (!known) return
      await store.write(scope(known.user), async (records) => {
        const found = await lockArtifact(records, known.id)
        if (!found) return
        await records.remove(oauthArtifacts, found)
        if (model !== 'Grant') return
        records.note({ action: 'revoke', resource: oauthClients.name, recordId: found.client })
      })
    },
    async revokeByGrantId(grantId) {
      await store.write(scope(), async (records) => {
        const all = await records.related(oauthArtifacts, 'grant', [artifactId('Grant', grantId)])
        for (const artifact of all) if (artifact.model === model) await records.remove(oauthArtifacts, artifact)
      })
    },
  }
}

type Values = Omit<NewRecord<typeof oauthArtifacts>, 'id'>

async function keep(records: Records, id: string, values: Values): Promise<void> {
  const known = await records.find(oauthArtifacts, { id })
  const kept = known
    ? await records.update(oauthArtifacts, known, values as Partial<OAuthArtifact>)
    : await records.insert(oauthArtifacts, { id, ...values })
  if (kept.model !== 'Grant') return
  const scopes = [known ? grantedScopes(known) : [], grantedScopes(kept)] as const
  records.note({ action: 'grant', resource: oauthClients.name, recordId: kept.client, changes: { scopes } })
}

/** Without any value that would let its reader pass for the bearer. */
function columnsOf(model: string, payload: AdapterPayload) {
  const { jti, returnTo: _address, session, ...rest } = payload
  const { cookie: _cookie, ...principal } = session ?? {}
  const grantId = model === 'Grant' ? jti : payload.grantId
  return {
    model,
    payload: { ...rest, ...(session && { session: principal }) },
    grant: grantId && model !== 'Interaction' ? artifactId('Grant', grantId) : null,
    uid: payload.uid ? artifactId('uid', payload.uid) : null,
    user: payload.accountId ?? null,
    client: payload.clientId ?? null,
  }
}

/** Undefined if it is gone by now. */
async function lockArtifact(records: Records, id: string): Promise<OAuthArtifact | undefined> {
  try {
    return await records.lock(oauthArtifacts, id)
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
