import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { SentForm } from '../../screens/form/sent-form.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { SettingsField } from '../settings-field.tsx'
import type { SettingsForm } from '../use-settings-form.ts'
import classes from './first-run.module.css'

interface FormStepProps {
  readonly name: 'company' | 'money'
  readonly resource: Resource
  readonly form: SettingsForm
  readonly fields: readonly string[]
  /** Parts of groups that are asked for by themselves. */
  readonly without?: readonly string[]
  /** The field that is filled in first. */
  readonly first: string | undefined
  readonly backLabel: string
  readonly onBack: () => void
  readonly onNext: () => void
}

/** Typing replaces the name that every new company has. */
function selectFirst({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement && target.dataset.autofocus) target.select()
}

/** Some settings that are saved before the next step: a user who stops halfway loses nothing. */
export function FormStep({ name, resource, form, fields, without, first, backLabel, onBack, onNext }: FormStepProps) {
  const { t } = useTranslation()
  return (
    <SentForm
      form={form}
      onSend={async () => {
        if (await form.save()) onNext()
      }}
    >
      <Stack onFocus={selectFirst}>
        <div>
          <Title order={2}>{t(`first-run:${name}.title`)}</Title>
          <Text size="sm" c="dimmed">
            {t(`first-run:${name}.text`)}
          </Text>
        </div>
        <Refusal reason={form.problem} />
        {fields.map((field) => (
          <SettingsField
            key={field}
            {...{ resource, form, name: field }}
            {...(without && { without })}
            hasFocus={field === first}
          />
        ))}
        {/* The Tab key comes to the button that goes on first. */}
        <Group justify="space-between" mt="sm" className={classes.buttons}>
          <Button type="submit" loading={form.isSaving}>
            {t('first-run:next')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onBack}>
            {backLabel}
          </Button>
        </Group>
      </Stack>
    </SentForm>
  )
}
