import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { Columns, ListColumn } from './columns.ts'
import classes from './list.module.css'

/** Which columns are shown, and in what order. */
export function ColumnChoice({ resource, columns }: { resource: Resource; columns: Columns }) {
  const { t } = useTranslation()
  const shown = columns.shown.map(({ path }) => path)
  const others = columns.possible.filter(({ path }) => !shown.includes(path))
  const move = (path: string, by: number) => {
    const at = shown.indexOf(path)
    const rest = shown.toSpliced(at, 1)
    columns.choose(rest.toSpliced(at + by, 0, path))
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.6} />} visibleFrom="sm">
          {t('lists:columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('lists:columns')} w={280}>
        <div className={classes.choice}>
          <Stack gap={6}>
            {columns.shown.map((column, index) => (
              <Group key={column.path} justify="space-between" wrap="nowrap" gap={4}>
                <Choice
                  resource={resource}
                  column={column}
                  isShown
                  isDisabled={shown.length === 1}
                  onChange={() => columns.choose(shown.filter((path) => path !== column.path))}
                />
                <Group gap={0} wrap="nowrap">
                  <Move direction="up" isDisabled={index === 0} onClick={() => move(column.path, -1)} />
                  <Move direction="down" isDisabled={index === shown.length - 1} onClick={() => move(column.path, 1)} />
                </Group>
              </Group>
            ))}
            {others.map((column) => (
              <Choice
                key={column.path}
                resource={resource}
                column={column}
                onChange={() => columns.choose([...shown, column.path])}
              />
            ))}
          </Stack>
        </div>
        {columns.isChosen && (
          <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => columns.choose(undefined)}>
            {t('lists:usualColumns')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChoiceProps {
  readonly resource: Resource
  readonly column: ListColumn
  readonly isShown?: boolean
  readonly isDisabled?: boolean
  readonly onChange: () => void
}

function Choice({ resource, column: { path }, isShown, isDisabled, onChange }: ChoiceProps) {
  const labels = useLabels()
  const [parent] = path.split('.')
  const label = labels.field(resource.name, path)
  return (
    <Checkbox
      size="sm"
      label={path.includes('.') ? `${label} (${labels.field(resource.name, parent!)})` : label}
      checked={isShown ?? false}
      disabled={isDisabled ?? false}
      onChange={onChange}
    />
  )
}

interface MoveProps {
  readonly direction: 'up' | 'down'
  readonly isDisabled: boolean
  readonly onClick: () => void
}

function Move({ direction, isDisabled, onClick }: MoveProps) {
  const { t } = useTranslation()
  const Icon = direction === 'up' ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-label={t(`lists:move.${direction}`)}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={14} />
    </ActionIcon>
  )
}
