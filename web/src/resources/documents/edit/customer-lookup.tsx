import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findQuery } from '../../../api/find-records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { titleQuery } from '../../../api/titles.ts'
import { Lookup } from '../../../ui/pickers/lookup.tsx'

const FIELDS = ['name', 'email', 'address', 'paymentTerms', 'creditHold']

interface CustomerLookupProps {
  readonly customers: Resource
  readonly value: string | null
  readonly onPick: (customer: Row) => void
  readonly label: string
  readonly error: string | undefined
  readonly hasFocus: boolean
  readonly onEnter: () => void
}

/** The customer that the document is for. */
export function CustomerLookup({ customers, value, onPick, label, error, hasFocus, onEnter }: CustomerLookupProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [missed, setMissed] = useState<string>()
  const { data: name } = useQuery({ ...titleQuery(customers, value ?? ''), enabled: value !== null })
  const [picked, setPicked] = useState<Row>()
  return (
    <Lookup
      label={label}
      required
      autoFocus={hasFocus}
      placeholder={t('orders:customerPlaceholder')}
      find={(text) => findQuery(customers, text, FIELDS)}
      chosen={value === null ? '' : picked?.id === value ? String(picked.name) : (name ?? '')}
      typed={typed}
      onType={(text) => {
        setTyped(text)
        setMissed(undefined)
      }}
      onPick={(row) => {
        setPicked(row)
        onPick(row)
      }}
      onMiss={setMissed}
      onEnter={onEnter}
      option={(row) => <CustomerOption customer={row} />}
      error={missed === undefined ? error : t('orders:noCustomer', { text: missed })}
    />
  )
}

function CustomerOption({ customer }: { customer: Row }) {
  const { t } = useTranslation()
  const { city } = (customer.address ?? {}) as { city?: string }
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" fw={500} truncate>
        {String(customer.name)}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {[city, customer.paymentTerms, customer.creditHold && t('orders:credit.hold')].filter(Boolean).join(' · ')}
      </Text>
    </Group>
  )
}
