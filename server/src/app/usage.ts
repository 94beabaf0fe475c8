import { readAction } from '../core/action.ts'
import type { Entry } from '../core/rules.ts'
import type { PlanUsage } from '../http/gate.ts'
import type { Usage } from '../http/limits/limiter.ts'
import { group, instant, integer, text } from '../model/fields.ts'
import { defineResource } from '../model/resource.ts'

/** Not stored as records: requests are counted where they arrive. */
const usage = defineResource({
  name: 'usage',
  singular: 'usage',
  idPrefix: 'use',
  title: 'plan',
  description: 'The plan of the instance, and your usage of it.',
  internal: true,
  fields: { plan: text() },
})

const used = integer({ required: true, min: 0, example: 12, description: 'Including this request.' })
const resetAt = instant({ required: true, description: 'When the counter is reset.' })

const counted = (description: string) =>
  group(
    {
      minute: group({ limit: integer({ required: true, example: 1000 }), used, resetAt }),
      day: group({ limit: integer({ description: 'Null: unlimited.' }), used, resetAt }),
    },
    { description },
  )

/** `GET /usage`. */
export const usageEntry = (usageOf: (userId: string) => Promise<PlanUsage>): Entry => ({
  resource: usage,
  actions: [
    readAction({
      name: 'get-usage',
      method: 'GET',
      path: '',
      summary: 'Get your rate limits and your usage',
      access: 'signed-in',
      status: 200,
      output: group({
        plan: text({ required: true, example: 'enterprise' }),
        api: counted('Through all your tokens, keys and apps.'),
        web: counted('In the web interface.'),
      }),
      async run({ actor }) {
        const { plan, api, web } = await usageOf(actor.userId!)
        const shown = ({ minute, minuteEnds, day, dayEnds }: Usage) => ({
          minute: { limit: plan.perMinute, used: minute, resetAt: new Date(minuteEnds).toISOString() },
          day: { limit: plan.perDay, used: day, resetAt: new Date(dayEnds).toISOString() },
        })
        return { data: { plan: plan.name, api: shown(api), web: shown(web) } }
      },
    }),
  ],
})
