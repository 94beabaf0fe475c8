import { flag, group, list, text } from './fields.ts'

/** A status that could follow, and why it cannot just now. */
export interface Transition {
  readonly status: string
  readonly allowed: boolean
  readonly reason?: string
  readonly blockers?: readonly { readonly code: string; readonly message: string }[]
  readonly override?: string
}

/** It may name every invoice of an order. */
const sentence = { max: 20_000 } as const

/** Every resource with a lifecycle has this field: the engine fills it in. `example` is one of its statuses. */
export const allowedTransitions = (example: string) =>
  list(
    group(
      {
        status: text({ required: true }),
        allowed: flag({ required: true, description: 'Whether you may set it now.' }),
        reason: text({
          ...sentence,
          required: true,
          maybe: true,
          description: 'Why not; left out where it is allowed.',
        }),
        blockers: list(group({ code: text({ required: true }), message: text({ ...sentence, required: true }) }), {
          maybe: true,
          description: 'All that stands in the way; left out where it is allowed.',
        }),
        override: text({
          required: true,
          maybe: true,
          description:
            'A field to send as true with the status: it passes over all that stands in the way. Left out where there is none, or your role may not use it.',
        }),
      },
      { typeName: 'Transition' },
    ),
    {
      readOnly: true,
      computed: true,
      hiddenWith: ['.status'],
      example: [{ status: example, allowed: true }],
      description: 'What the status can become from here.',
    },
  )
