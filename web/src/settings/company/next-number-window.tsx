import { Modal, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { numberFrom } from '../../../../server/src/resources/documents/numbering.ts'
import { http } from '../../api/http.ts'
import { forgetAll } from '../../api/records.ts'
import { useNumberEntry } from '../../fields/inputs/use-number-entry.ts'
import { SmallForm } from '../../screens/form/small-form.tsx'
import { useSmallForm } from '../../screens/form/use-small-form.ts'
import { toast } from '../../ui/toast.tsx'
import type { NumberSeries } from './numbering-query.ts'

interface NextNumberWindowProps {
  readonly series: NumberSeries
  readonly year: string
  readonly onClose: () => void
}

/** Continues a series at a higher number, such as that of the program used before. */
export function NextNumberWindow({ series, year, onClose }: NextNumberWindowProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { document, pattern, nextNumber } = series
  const form = useSmallForm({ nextNumber }, async (values) => {
    await http('/settings/numbering', { method: 'PUT', body: { document, nextNumber: values.nextNumber } })
    await forgetAll(client)
    onClose()
    toast.done(t('administration:numbering.changed', { number: written }))
    return undefined
  })
  const entry = useNumberEntry({
    value: form.values.nextNumber as number | null,
    onChange: (value) => form.set('nextNumber', value),
    error: form.errors.nextNumber,
    isWhole: true,
    canBeNegative: false,
  })
  const wanted = Number(form.values.nextNumber)
  const written = Number.isSafeInteger(wanted) && wanted > 0 ? numberFrom(pattern, year, wanted) : ''
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('administration:numbering.change')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SmallForm form={form} action={t('common:save')} onCancel={onClose}>
        <Text size="sm">{t('administration:numbering.raised')}</Text>
        <TextInput
          {...entry}
          label={t('administration:numbering.next')}
          classNames={{ input: 'numbers' }}
          data-path="nextNumber"
          data-autofocus
        />
        <Text size="sm" c="dimmed" aria-live="polite" className="numbers">
          {written}
        </Text>
      </SmallForm>
    </Modal>
  )
}
