import { Menu } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isForbidden, permits, type Transition, transitionsOf } from '../../../api/permitted.ts'
import { allows, type Resource, type Row } from '../../../api/resources.ts'
import { type PartProps, useCustomisation } from '../../../screens/customisation.ts'
import { MoreMenu, PrintItem, Reason } from '../../../screens/more-menu.tsx'
import { useStepName } from '../../../screens/record/cancel-words.ts'
import { RemovalItem, useMove } from '../../../screens/record/record-actions.tsx'
import { StepIcon } from './step-icon.tsx'

interface DocumentMenuProps extends PartProps {
  /** Steps that have a button of their own. */
  readonly shown: readonly string[]
}

/** All else that can be done with a document: its other steps, each with the reason where it is barred. */
export function DocumentMenu({ resource, row, shown }: DocumentMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const move = useMove(resource, row)
  const { MenuItems } = useCustomisation(resource.name)
  const isOther = ({ status, blockers = [] }: Transition) => !shown.includes(status) && !blockers.some(isForbidden)
  const others = permits(row, 'status') ? transitionsOf(row).filter(isOther) : []
  return (
    <MoreMenu label={t('common:more')} width={280}>
      {others.map((one) => (
        <Step key={one.status} resource={resource} transition={one} onTake={(status) => void move(status)} />
      ))}
      <Suspense>{MenuItems && <MenuItems resource={resource} row={row} />}</Suspense>
      {others.length > 0 && <Menu.Divider />}
      {resource.document?.price && allows(resource, 'create') && (
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          onClick={() => navigate({ to: `/${resource.path}/new`, search: { copy: row.id } as never })}
        >
          {t('orders:duplicate')}
          {/* A copy is written anew, and nothing tells what it was made from. */}
          <Reason text={isMade(resource, row) ? t('orders:duplicateLoose') : undefined} />
        </Menu.Item>
      )}
      <PrintItem />
      <RemovalItem resource={resource} row={row} />
    </MoreMenu>
  )
}

/** Whether it was made from another document. */
const isMade = ({ document }: Resource, row: Row) => document?.sources?.some(({ field }) => row[field]) ?? false

interface StepProps {
  readonly resource: Resource
  readonly transition: Transition
  readonly onTake: (status: string) => void
}

function Step({ resource, transition: { status, allowed, reason }, onTake }: StepProps) {
  const nameOf = useStepName(resource)
  return (
    <Menu.Item
      disabled={!allowed}
      leftSection={<StepIcon resource={resource} status={status} />}
      onClick={() => onTake(status)}
    >
      {nameOf(status)}
      <Reason text={reason} />
    </Menu.Item>
  )
}
