// What may be done with a record now. Clients ask for it by `include=permitted`; the web interface reads these very types.
import { flag, group, list, map, text } from './fields.ts'

/** The name under which a record carries it. No resource has a field of this name. */
export const PERMITTED = 'permitted'

/** What a client can ask for beside the fields of a record. */
export const INCLUDES = [PERMITTED] as const
/** And beside the records of a list: the number of records of each status, and sums of amounts. */
export const LIST_INCLUDES = [...INCLUDES, 'counts', 'sums'] as const
export type Include = (typeof LIST_INCLUDES)[number]

/** Whether something can be done now; if not, the refusal that a request would be answered with. */
export interface Verdict {
  readonly allowed: boolean
  readonly code?: string
  readonly reason?: string
}

export interface Permitted {
  readonly edit: readonly string[]
  readonly delete: Verdict & { readonly offered: boolean }
  /** By the name of the action; one of another resource is named with it: `deliveries.create`. */
  readonly actions: Readonly<Record<string, Verdict>>
}

const verdict = {
  allowed: flag({ required: true, example: false }),
  code: text({ maybe: true, required: true, example: 'DOCUMENT_LOCKED', description: 'Left out where it is allowed.' }),
  reason: text({
    maybe: true,
    required: true,
    example: 'The order SO-2026-00001 has the status "draft". Submit it first.',
    description: 'Why not; left out where it is allowed.',
  }),
}

export const permittedField = group(
  {
    edit: list(text(), {
      example: ['notes', 'deliveryDate', 'items.quantity'],
      description:
        'The fields that you may change on this record now, as paths. The name of a list of lines means that lines may be added and removed.',
    }),
    delete: group({
      ...verdict,
      offered: flag({
        required: true,
        description:
          'Whether an interface should offer it: false where it is not allowed, and where it is but no user should be led to it.',
      }),
    }),
    actions: map(group(verdict), {
      example: { status: { allowed: true } },
      description:
        'The further actions on this record, and what can be created from it, by name: `status`, `deliveries.create`. Which statuses can be set is told by `allowedTransitions`.',
    }),
  },
  {
    maybe: true,
    readOnly: true,
    description:
      'What you may do with this record now, by its state, your role and your credential. Only with `include=permitted`. A request can still be refused for what it sends.',
  },
)
