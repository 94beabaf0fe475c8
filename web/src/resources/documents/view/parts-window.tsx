import { Alert, Button, Group, Modal, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf } from '../../../api/resources.ts'
import { FieldInput } from '../../../fields/field.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import { PickLines } from './pick-lines.tsx'
import { type PartsProps, usePartsForm } from './use-parts-form.ts'

/** Takes all that is left of an order, or a part of it: one click, unless something is to be changed. */
export function PartsWindow(props: PartsProps) {
  const { t } = useTranslation()
  const { title, onClose } = props
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('common:close') }}>
      <PartsForm {...props} />
    </Modal>
  )
}

export function PartsForm(props: PartsProps) {
  const { t } = useTranslation()
  const { title, canBeDraft = false, onClose } = props
  const form = usePartsForm(props)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      <Stack gap="md">
        {form.problem && (
          <Alert role="alert" variant="outline" color="red">
            {form.problem}
          </Alert>
        )}
        {form.picks.length === 0 ? (
          <Text size="sm">{t('orders:nothingLeft')}</Text>
        ) : (
          <PickLines picks={form.picks} onChange={form.setPicks} errors={form.errors} caption={title} />
        )}
        <FurtherFields {...props} form={form} />
        {canBeDraft && (
          <Switch
            label={t('orders:asDraft')}
            checked={form.isDraft}
            onChange={({ currentTarget }) => form.setDraft(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          {/* Whoever wants it all presses Enter. */}
          <Button type="submit" data-autofocus loading={form.isSending} disabled={!form.hasParts}>
            {title}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function FurtherFields({ target, asked, form }: PartsProps & { form: ReturnType<typeof usePartsForm> }) {
  const labels = useLabels()
  const fields = asked.flatMap((name) => fieldOf(target, name) ?? [])
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          path={field.name}
          resource={target.name}
          label={labels.field(target.name, field.name)}
          value={form.values[field.name] ?? null}
          onChange={(value) => form.set(field.name, value)}
          error={form.errors[field.name]}
        />
      ))}
    </SimpleGrid>
  )
}
