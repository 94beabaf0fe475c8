import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { type Blocker, refusalOf } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import type { Stock } from '../../core/stock-actions.ts'
import type { Reads } from '../../core/store.ts'
import { integer } from '../../model/fields.ts'
import { msg, toldOf } from '../../model/message.ts'
import { type AnyRecord, fieldsOf, type Resource } from '../../model/resource.ts'
import { later } from '../../model/text.ts'
import { noticeOfKey } from '../mail/notices.ts'
import { type ApiKey, apiKeys, KEY_DAYS_MAX } from './api-keys.resource.ts'
import { refuseUnauthorised } from './key-rules.ts'
import { mintKey } from './keys.ts'

const HOUR_MS = 3_600_000
const OVERLAP_HOURS = 24
const OVERLAP_HOURS_MAX = 720

export const apiKeyStock: Stock = {
  update: { sessionOnly: true, needsProof: true },
  delete: { summary: 'Revoke an API key', description: 'It is refused from the next request on.' },
}

export function apiKeyActions(rules: Rules<typeof apiKeys>, known: readonly Resource[]): Action[] {
  /** The value is in this answer and nowhere else. */
  async function issue(ctx: Context, values: AnyRecord): Promise<ApiKey> {
    const { key, ...kept } = mintKey()
    const record = await createRecord(ctx, apiKeys, rules, { ...values, ...kept })
    await noticeOfKey(ctx, record)
    return { ...record, key }
  }

  return [
    writeAction({
      name: 'create',
      method: 'POST',
      path: '',
      summary: 'Create an API key',
      description: 'The answer holds the value of the key as `key`, this once.',
      access: 'create',
      sessionOnly: true,
      needsProof: true,
      input: fieldsOf(apiKeys),
      mode: 'create',
      sensitive: true,
      status: 201,
      run: async (ctx, { input }) => ({ record: await issue(ctx, input) }),
    }),
    writeAction({
      name: 'rotate',
      method: 'POST',
      path: '/:id/rotate',
      summary: 'Replace an API key by a new one',
      description: 'The new key has the same rights and lifetime. The old one stays good for the overlap.',
      access: 'create',
      sessionOnly: true,
      needsProof: true,
      input: {
        overlapHours: integer({ default: OVERLAP_HOURS, min: 0, max: OVERLAP_HOURS_MAX, example: OVERLAP_HOURS }),
      },
      sensitive: true,
      status: 201,
      problems: ['DOCUMENT_LOCKED'],
      blocker: (key: ApiKey, ctx) => finished(ctx, key) ?? refusalOf(() => refuseUnauthorised(ctx, known, key)),
      async run(ctx, { id, input }) {
        const old = await ctx.records.lock(apiKeys, id)
        const { name, owner, scopes, resources, allowedIps } = old
        const lifetime = Math.min(Date.parse(old.expiresAt) - Date.parse(old.createdAt), KEY_DAYS_MAX * 24 * HOUR_MS)
        const expiresAt = later(ctx.now, lifetime)
        const record = await issue(ctx, { name, owner, scopes, resources, allowedIps, expiresAt })
        const overlapEnds = later(ctx.now, (input.overlapHours ?? OVERLAP_HOURS) * HOUR_MS)
        const earlier = overlapEnds < old.expiresAt ? overlapEnds : old.expiresAt
        await ctx.records.update(apiKeys, old, { expiresAt: earlier, replacedBy: record.id })
        return { record }
      },
    }),
  ]
}

function finished({ now }: Context<Reads>, key: ApiKey): Blocker | undefined {
  if (!key.replacedBy && key.expiresAt > now) return undefined
  const text = key.replacedBy
    ? msg`The key has already been replaced by ${toldOf(apiKeys, key)('replacedBy')}. Use that one.`
    : msg`The key has expired. Create a new one.`
  return { code: 'DOCUMENT_LOCKED', text }
}
