import { Card, SimpleGrid, Title } from '@mantine/core'
import { fieldOf, type Resource } from '../../api/resources.ts'
import { FieldInput } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { TermsInput } from '../../screens/form/terms-input.tsx'
import type { SettingsForm } from '../use-settings-form.ts'

interface DefaultsSectionProps {
  readonly resource: Resource
  readonly form: SettingsForm
  readonly isDisabled: boolean
}

const NAME = 'defaults'
const INPUTS = { paymentTerms: TermsInput }

/** What new items and customers begin with. */
export function DefaultsSection({ resource, form, isDisabled }: DefaultsSectionProps) {
  const labels = useLabels()
  const parts = fieldOf(resource, NAME)?.fields ?? []
  const values = (form.values[NAME] ?? {}) as Readonly<Record<string, unknown>>
  if (parts.length === 0) return null
  return (
    <Card component="section">
      <Title order={2} mb="sm">
        {labels.field(resource.name, NAME)}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
        {parts.map((part) => {
          const path = `${NAME}.${part.name}`
          return (
            <FieldInput
              key={part.name}
              custom={INPUTS[part.name as keyof typeof INPUTS]}
              field={part}
              path={path}
              resource={resource.name}
              label={labels.field(resource.name, path)}
              description={labels.help(resource.name, path, part.description)}
              value={values[part.name] ?? null}
              onChange={(value) => form.set(NAME, { ...values, [part.name]: value })}
              error={form.errors[path]}
              isDisabled={isDisabled}
            />
          )
        })}
      </SimpleGrid>
    </Card>
  )
}
