import { writeAction } from '../core/action.ts'
import { defineProblems, Problem } from '../core/problem.ts'
import type { Filled } from '../demo/fill.ts'
import { group, integer } from '../model/fields.ts'
import { msg } from '../model/message.ts'
import type { FurtherAction } from '../resources/registry.ts'
import { settings } from '../resources/settings/settings.resource.ts'

const { NOT_EMPTY } = defineProblems({
  NOT_EMPTY: [422, msg`There are items or customers already: demo data is for an empty company.`],
})

/** `POST /settings/demo-data`: a small trading company to look around in. */
export const demoData = (fill: () => Promise<Filled | undefined>): FurtherAction => ({
  of: settings,
  action: writeAction({
    name: 'fill-demo',
    operation: 'createDemoData',
    method: 'POST',
    path: '/demo-data',
    summary: 'Fill an empty company with demo data',
    description: 'Adds items, customers, orders and the documents that follow from them, and renames the company.',
    access: 'update',
    dryRun: false,
    status: 200,
    problems: [NOT_EMPTY],
    output: group({
      items: integer({ required: true, example: 120 }),
      customers: integer({ required: true, example: 42 }),
      orders: integer({ required: true, example: 72 }),
    }),
    // As many changes as manual entry would make, each with its own transaction.
    prepare: async () => ({ filled: (await fill()) ?? null }),
    async run(_ctx, { input: { filled } }) {
      if (!filled) throw new Problem(NOT_EMPTY)
      return { data: filled }
    },
  }),
})
