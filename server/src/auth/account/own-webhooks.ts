import { type Action, type Context, readAction, writeAction } from '../../core/action.ts'
import { equals, plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { removeState } from '../../features/webhooks/webhook-rules.ts'
import { webhooks } from '../../features/webhooks/webhooks.resource.ts'
import { group, instant, list, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'

const LISTED_MAX = 1000

const shownWebhookFields = group({
  id: text({ required: true, example: 'whk_1m7egax4s00074crwpcg' }),
  url: text({ required: true, example: 'https://shop.example.com/kontor' }),
  events: list(text(), { example: ['items.*'] }),
  createdAt: instant({ required: true }),
})

/** The active webhooks that read with the rights of the user. A role that has lost its rights on webhooks sees and deletes these too. */
export const ownWebhookActions: readonly Action[] = [
  readAction({
    name: 'list-own-webhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'List the webhooks that read with my rights',
    access: 'signed-in',
    sessionOnly: true,
    sensitive: true,
    status: 200,
    output: list(shownWebhookFields),
    run: async (ctx) => ({ data: await ownWebhooks(ctx) }),
  }),
  writeAction({
    name: 'delete-own-webhook',
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook that reads with my rights',
    access: 'signed-in',
    sessionOnly: true,
    sensitive: true,
    status: 204,
    async run({ actor, records }, { id }) {
      const webhook = await records.find(webhooks, { id, createdBy: actor.userId! })
      if (!webhook) throw new Problem('NOT_FOUND', { text: msg`You have no webhook "${id}".` })
      const locked = await records.lock(webhooks, id)
      await removeState(records, id)
      await records.remove(webhooks, locked)
      return undefined
    },
  }),
]

async function ownWebhooks({ actor, records }: Context<Reads>) {
  const conditions = [equals('createdBy', actor.userId), equals('isActive', true)]
  const { records: found } = await records.list(webhooks, plainList(conditions, { perPage: LISTED_MAX }))
  return found.map(({ id, url, events, createdAt }) => ({ id, url, events, createdAt }))
}
