import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findQuery, type Usage } from '../../../api/find-records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { titleFieldsOf, titleOf, titleQuery } from '../../../api/titles.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { usePlace } from '../../../screens/use-place.ts'
import { Lookup } from '../../../ui/pickers/lookup.tsx'

interface PartyLookupProps {
  /** The documents that are written for the parties. */
  readonly usage: Usage
  /** The resource of the party, such as the customers. */
  readonly parties: Resource
  readonly value: string | null
  readonly onPick: (party: Row) => void
  readonly label: string
  readonly error: string | undefined
  readonly hasFocus: boolean
  readonly onEnter: () => void
}

/** The party of the document. */
export function PartyLookup({ usage, parties, value, onPick, label, error, hasFocus, onEnter }: PartyLookupProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [missed, setMissed] = useState<string>()
  const { data: name } = useQuery({ ...titleQuery(parties, value ?? ''), enabled: value !== null })
  const [picked, setPicked] = useState<Row>()
  return (
    <Lookup
      resource={parties}
      label={label}
      required
      autoFocus={hasFocus}
      placeholder={t('orders:partyPlaceholder')}
      find={(text) => findQuery(parties, text, fieldsOf(parties), usage)}
      chosen={value === null ? '' : picked?.id === value ? titleOf(parties, picked) : (name ?? '')}
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
      option={(row) => <PartyOption parties={parties} row={row} />}
      error={missed === undefined ? error : t('orders:noParty', { text: missed })}
    />
  )
}

const isWarning = ({ kind, name }: Resource['fields'][number]) => kind === 'flag' && name !== 'isActive'

const fieldsOf = (parties: Resource): readonly string[] => [
  ...titleFieldsOf(parties),
  'address',
  'paymentTerms',
  ...parties.fields.filter(isWarning).map(({ name }) => name),
]

function PartyOption({ parties, row }: { parties: Resource; row: Row }) {
  const labels = useLabels()
  const placeOf = usePlace(parties)
  const warnings = parties.fields.filter((field) => isWarning(field) && row[field.name] === true)
  const details = [placeOf(row), row.paymentTerms, ...warnings.map(({ name }) => labels.field(parties.name, name))]
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" fw={500} truncate>
        {titleOf(parties, row)}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {details.filter(Boolean).join(' · ')}
      </Text>
    </Group>
  )
}
