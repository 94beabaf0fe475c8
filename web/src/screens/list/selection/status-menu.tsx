import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../../api/resources.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { type Chosen, countOf, onlyWith } from './change-all.ts'
import type { PartProps } from './selected-rows.ts'
import { canBeMoved, statusesBefore } from './use-bulk.ts'

interface StatusMenuProps extends PartProps<string> {
  readonly picked: Chosen
}

/** Only what a selected record can be moved to by a user: an invoice becomes paid by its payments. */
export function StatusMenu({ resource, selected: { rows, isAsking }, picked, isBusy, onChoose }: StatusMenuProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isOpen, setOpen] = useState(false)
  const isCounted = !rows && !isAsking
  const targets = resource.statuses.filter((status) => statusesBefore(resource, status).length > 0)
  const counted = useQuery({ ...reachableQuery(resource, targets, picked), enabled: isOpen && isCounted })
  const possible = rows ? targets.filter((status) => rows.some((row) => canBeMoved(row, status))) : counted.data
  if (targets.length === 0 || possible?.length === 0 || !allows(resource, 'status')) return null
  return (
    <Menu shadow="md" position="top" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" loading={isBusy} rightSection={<IconChevronDown size={14} />}>
          {t('lists:bulk.status')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {possible ? (
          possible.map((status) => (
            <Menu.Item key={status} onClick={() => onChoose(status)}>
              {labels.choice(status)}
            </Menu.Item>
          ))
        ) : (
          <Menu.Label>{t('common:loading')}</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where there are too many records to ask each of them: the statuses that follow the status of at least one of them. */
const reachableQuery = (resource: Resource, targets: readonly string[], picked: Chosen) =>
  queryOptions({
    queryKey: [resource.path, 'reachable', picked],
    queryFn: async () => {
      const counts = targets.map((to) =>
        countOf(resource.path, onlyWith(picked, 'status', statusesBefore(resource, to))),
      )
      const found = await Promise.all(counts)
      return targets.filter((_, index) => found[index]! > 0)
    },
  })
