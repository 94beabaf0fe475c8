import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource } from '../../api/resources.ts'
import { FieldInput } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { SentForm } from './sent-form.tsx'
import type { SmallFormState } from './use-small-form.ts'

interface SmallFormProps {
  readonly form: SmallFormState
  /** What the button says that sends it. */
  readonly action: string
  readonly onCancel?: () => void
  /** Nothing has to be filled in: the Enter key confirms the form. */
  readonly isReady?: boolean
  readonly isDisabled?: boolean
  readonly children: ReactNode
}

/** A form in a window: why it was refused, what it asks for, and two buttons. */
export function SmallForm({ form, action, onCancel, isReady, isDisabled, children }: SmallFormProps) {
  const { t } = useTranslation()
  return (
    <SentForm form={form} onSend={form.send}>
      <Stack gap="md">
        <Refusal reason={form.problem} />
        {children}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button
            type="submit"
            data-autofocus={isReady || undefined}
            loading={form.isSending}
            disabled={isDisabled ?? false}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </SentForm>
  )
}

interface AskedFieldsProps {
  readonly resource: Resource
  readonly names: readonly string[]
  readonly form: SmallFormState
  /** The first input, which gets the focus. */
  readonly first?: string
}

/** Some fields of a resource, two side by side. */
export function AskedFields({ resource, names, form, first }: AskedFieldsProps) {
  const labels = useLabels()
  const fields = names.flatMap((name) => fieldOf(resource, name) ?? [])
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          path={field.name}
          resource={resource.name}
          label={labels.field(resource.name, field.name)}
          value={form.values[field.name] ?? null}
          onChange={(value) => form.set(field.name, value)}
          error={form.errors[field.name]}
          isRequired={field.isRequired ?? false}
          hasFocus={field.name === first}
        />
      ))}
    </SimpleGrid>
  )
}
