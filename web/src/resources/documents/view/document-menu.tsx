import { ActionIcon, Menu, Text } from '@mantine/core'
import {
  type Icon,
  IconArchive,
  IconArrowBackUp,
  IconArrowRight,
  IconBan,
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allows, isDeletable, type Resource } from '../../../api/resources.ts'
import type { PartProps } from '../../../screens/customisation.ts'
import { useStepName } from '../../../screens/record/cancel-words.ts'
import { useMove } from '../../../screens/record/record-actions.tsx'
import { isForbidden, type Transition, transitionsOf } from './transitions.ts'
import { useRemoval } from './use-removal.ts'

interface DocumentMenuProps extends PartProps {
  /** Steps that have a button of their own. */
  readonly shown: readonly string[]
  /** It can be written once more, with another date. */
  readonly isCopied?: boolean
}

const ICONS: Readonly<Record<string, Icon>> = {
  draft: IconArrowBackUp,
  on_hold: IconPlayerPause,
  closed: IconArchive,
  cancelled: IconBan,
}

/** All else that can be done with a document: its other steps, each with the reason where it is barred. */
export function DocumentMenu({ resource, row, shown, isCopied = false }: DocumentMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const move = useMove(resource, row)
  const remove = useRemoval(resource, row)
  const others = transitionsOf(row).filter((one) => !shown.includes(one.status) && !isForbidden(one))
  return (
    <Menu position="bottom-end" shadow="md" width={280}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('common:more')}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {allows(resource, 'status') &&
          others.map((one) => (
            <Step key={one.status} resource={resource} transition={one} onTake={(status) => void move(status)} />
          ))}
        {others.length > 0 && <Menu.Divider />}
        {isCopied && allows(resource, 'create') && (
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            onClick={() => navigate({ to: `/${resource.path}/new`, search: { copy: row.id } as never })}
          >
            {t('orders:duplicate')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('common:print')}
        </Menu.Item>
        {isDeletable(resource, row) && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            {t('common:delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface StepProps {
  readonly resource: Resource
  readonly transition: Transition
  readonly onTake: (status: string) => void
}

function Step({ resource, transition, onTake }: StepProps) {
  const nameOf = useStepName(resource)
  const { status, allowed, reason } = transition
  const Sign = ICONS[status] ?? IconArrowRight
  return (
    <Menu.Item disabled={!allowed} leftSection={<Sign size={16} />} onClick={() => onTake(status)}>
      {nameOf(status)}
      {reason && (
        <Text size="xs" inherit={false}>
          {reason}
        </Text>
      )}
    </Menu.Item>
  )
}
