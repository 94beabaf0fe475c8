import type { Behaviour } from '../../core/entry.ts'
import { choice, flag } from '../../model/fields.ts'
import type { Resource } from '../../model/resource.ts'

export type Activity = 'active' | 'inactive'

/** Fields of a record that is retired rather than deleted once documents use it. */
export const activityFields = (meaning: string) => ({
  isActive: flag({ default: true, counted: true, hiddenWith: ['.status'], description: meaning }),
  status: choice(['active', 'inactive'], {
    tones: { active: 'good' },
    readOnly: true,
    setBy: 'isActive',
    default: 'active',
    counted: true,
    hiddenWith: ['.isActive'],
    description: 'Follows isActive.',
  }),
})

export const activityOf = (isActive: boolean): Activity => (isActive ? 'active' : 'inactive')

/** The status of a record with these fields follows, whatever other rules hold of it. */
export function withActivity({ fields }: Resource, behaviour: Behaviour = {}): Behaviour {
  if (fields.status?.options.setBy !== 'isActive') return behaviour
  const { rules = {} } = behaviour
  return {
    ...behaviour,
    rules: {
      ...rules,
      derive: async (record, ctx, before) => ({
        status: activityOf(record.isActive === true),
        ...(await rules.derive?.(record, ctx, before)),
      }),
    },
  }
}
