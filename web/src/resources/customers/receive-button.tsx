import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allows } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { ReceiveWindow } from './receive-window.tsx'

/** Enters what a customer has paid, for whichever invoices. */
export function ReceiveButton({ row }: PartProps) {
  const { t } = useTranslation()
  const payments = useResource('payments')
  const invoices = useResource('invoices')
  const [isOpen, setOpen] = useState(false)
  const canReceive = payments !== undefined && invoices !== undefined && allows(payments, 'create')
  useShortcuts(canReceive ? [{ keys: 'p', label: t('invoices:receive'), run: () => setOpen(true) }] : [])
  if (!canReceive) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCash size={16} stroke={1.6} />} onClick={() => setOpen(true)}>
        {t('invoices:receive')}
      </Button>
      {isOpen && <ReceiveWindow payments={payments} customer={row} onClose={() => setOpen(false)} />}
    </>
  )
}
