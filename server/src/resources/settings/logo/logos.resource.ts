import { choice, text } from '../../../model/fields.ts'
import { defineResource } from '../../../model/resource.ts'

export const LOGO_TYPES = ['image/png', 'image/svg+xml'] as const
export const LOGO_MAX_BYTES = 512 * 1024
/** The one record, if there is a logo. */
export const LOGO_ID = 'logo'
const BASE64_MAX = Math.ceil(LOGO_MAX_BYTES / 3) * 4

/** The picture apart from the settings, which every document reads. */
export const logos = defineResource({
  name: 'logos',
  singular: 'logo',
  idPrefix: 'lgo',
  title: 'type',
  description: 'The logo on printed documents.',
  internal: true,
  fields: {
    type: choice(LOGO_TYPES, { required: true }),
    content: text({ required: true, max: BASE64_MAX, description: 'Base64.' }),
  },
})
