import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useResources } from '../../api/use-resources.tsx'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'

const CHANGES = ['*', 'created', 'updated', 'deleted'] as const
const SUGGESTIONS_MAX = 60

/** Types of events are typed or chosen: all of a resource, a kind of change, or a status that is reached. */
export function EventsInput(props: InputProps) {
  const { value, onChange, error, errors = {}, path } = props
  const { t } = useTranslation()
  const resources = useResources()
  const chosen = (value as string[] | null) ?? []
  const faults = Object.entries(errors)
    .filter(([at]) => at.startsWith(`${path}.`) || at.startsWith(`${path}[`))
    .map(([, message]) => message)
  const suggestions = resources.flatMap(({ name, fields }) => {
    const statuses = fields.find((field) => field.name === 'status')?.choices ?? []
    return [...CHANGES, ...statuses].map((change) => `${name}.${change}`)
  })
  return (
    <TagsInput
      {...commonProps(props)}
      description={t('webhooks:eventsHelp')}
      error={[error, ...faults].filter(Boolean).join(' ') || undefined}
      value={chosen}
      onChange={onChange}
      data={['*', ...suggestions]}
      limit={SUGGESTIONS_MAX}
      maxDropdownHeight={260}
      splitChars={[',', ' ', '\n']}
    />
  )
}
