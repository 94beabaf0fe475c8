import { choice, flag } from '../../model/fields.ts'

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
