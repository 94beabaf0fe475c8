import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permits } from '../../api/permitted.ts'
import { useResource } from '../../api/use-resources.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { DocumentActions } from '../documents/view/document-actions.tsx'
import { PaymentWindow } from './payment-window.tsx'

/** What can be done with an invoice now; the usual next step stands out. */
export function InvoiceActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const payments = useResource('payments')
  const [isPaying, setPaying] = useState(false)
  const canPay = payments !== undefined && permits(row, 'payments.create')
  useShortcuts(canPay ? [{ keys: 'p', label: t('invoices:pay'), run: () => setPaying(true) }] : [])
  return (
    <DocumentActions resource={resource} row={row}>
      {canPay && (
        <Button leftSection={<IconCash size={16} stroke={1.6} />} onClick={() => setPaying(true)}>
          {t('invoices:pay')}
        </Button>
      )}
      {isPaying && <PaymentWindow payments={payments!} invoice={row} onClose={() => setPaying(false)} />}
    </DocumentActions>
  )
}
