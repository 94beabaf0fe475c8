import { ActionBar, Button, Menu, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconDownload, IconToggleLeft, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isEditable } from '../../../api/permitted.ts'
import { allows, fieldOf, type Resource } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { useCustomisation } from '../../customisation.ts'
import { useColumns } from '../columns.ts'
import classes from '../list.module.css'
import { exportList } from '../list-menu.tsx'
import type { ListState } from '../list-state.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { type PartProps, useSelectedRows } from './selected-rows.ts'
import type { Selection } from './selection.ts'
import { StatusMenu } from './status-menu.tsx'
import { isOffered, useBulk } from './use-bulk.ts'

export interface BulkBarProps {
  readonly resource: Resource
  readonly state: ListState
  readonly selection: Selection
}

/** What can be done to all that are ticked. */
export function BulkBar({ resource, state, selection }: BulkBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const bulk = useBulk({ resource, state, selection })

  useWindowEvent('keydown', (event) => {
    const isEscape = event.key === 'Escape' && !event.isComposing && !bulk.isBusy
    if (isEscape && selection.count > 0 && !bulk.wasAskingAt(event)) selection.clear()
  })

  return (
    <ActionBar
      opened={selection.count > 0 || bulk.progress !== undefined}
      onClose={selection.clear}
      onKeyDownCapture={keepEscape}
      aria-label={t('lists:bulk.title')}
      className={`no-print ${classes.bulk}`}
    >
      {bulk.progress ? (
        <BulkProgress progress={bulk.progress} onStop={bulk.stop} />
      ) : (
        <>
          <Text size="sm" fw={500} px="xs" role="status">
            {t('lists:bulk.selected', { count: selection.count, shown: format.number(selection.count) })}
          </Text>
          <ActionBar.Divider />
          <BulkActions {...{ resource, state, selection, bulk }} />
          <ActionBar.CloseButton aria-label={t('lists:bulk.clear')} />
        </>
      )}
    </ActionBar>
  )
}

function BulkActions({ resource, state, selection, bulk }: BulkBarProps & { bulk: ReturnType<typeof useBulk> }) {
  const { t } = useTranslation()
  const selected = useSelectedRows(resource, selection)
  const { hasOwnRemoval } = useCustomisation(resource.name)
  const format = useFormat()
  const { shown } = useColumns(resource)
  const exportPicked = () =>
    exportList(
      resource,
      {
        search: state.search,
        filters: selection.isAllMatching ? state.filters : { 'id[in]': [...selection.ids].join(',') },
      },
      format,
      shown,
    )
  return (
    <>
      {allows(resource, 'bulk') && (
        <>
          <StatusMenu {...{ resource, selected }} {...bulk} onChoose={bulk.moveTo} />
          <ActivityButtons {...{ resource, selected }} isBusy={bulk.isBusy} onChoose={bulk.turn} />
        </>
      )}
      {allows(resource, 'export') && (
        <Button variant="subtle" size="compact-sm" leftSection={<IconDownload size={15} />} onClick={exportPicked}>
          {t('lists:bulk.export')}
        </Button>
      )}
      {canDelete(resource) && !hasOwnRemoval && (
        <DeleteButton selected={selected} isBusy={bulk.isBusy} reason={bulk.noneDeleted} onClick={bulk.remove} />
      )}
    </>
  )
}

const canDelete = (resource: Resource) =>
  allows(resource, 'bulk') && allows(resource, 'delete') && resource.deletable?.values.length !== 0

interface DeleteButtonProps extends Pick<PartProps<void>, 'selected' | 'isBusy'> {
  /** Why none of them can be deleted. */
  readonly reason: () => string
  readonly onClick: () => Promise<void>
}

function DeleteButton({ selected: { rows }, isBusy, reason, onClick }: DeleteButtonProps) {
  const { t } = useTranslation()
  const isNoneDeletable = rows?.some(isOffered) === false
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      loading={isBusy}
      disabled={isNoneDeletable}
      {...(isNoneDeletable && { title: reason() })}
      leftSection={<IconTrash size={15} />}
      onClick={onClick}
    >
      {t('common:delete')}
    </Button>
  )
}

/** What closes a menu of the bar must not close the bar as well, which listens to the window. */
function keepEscape({ key, target, nativeEvent }: KeyboardEvent): void {
  if (key === 'Escape' && (target as Element).closest('[role=menu]')) nativeEvent.stopPropagation()
}

function ActivityButtons({ resource, selected: { rows }, isBusy, onChoose }: PartProps<boolean>) {
  const { t } = useTranslation()
  const field = fieldOf(resource, 'isActive')
  if (field?.kind !== 'flag' || field.isReadOnly || !allows(resource, 'update')) return null
  if (rows && !rows.some((row) => isEditable(row, 'isActive'))) return null
  return (
    <Menu shadow="md" position="top">
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" loading={isBusy} leftSection={<IconToggleLeft size={15} />}>
          {t('lists:bulk.activity')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose(true)}>{t('lists:bulk.activate')}</Menu.Item>
        <Menu.Item onClick={() => onChoose(false)}>{t('lists:bulk.deactivate')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
