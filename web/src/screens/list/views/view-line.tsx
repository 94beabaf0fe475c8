import { Group, Menu } from '@mantine/core'
import { IconStar, IconStarFilled, IconTrash, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './views.module.css'
import type { View } from './views.ts'

interface ViewLineProps {
  readonly view: View
  readonly isMine: boolean
  readonly onShow: () => void
  /** Makes it the one that the list begins with, or no longer. */
  readonly onTurn: () => void
  readonly onRemove: () => void
}

/** A view, and what its owner can do with it. */
export function ViewLine({ view: { name, isShared, isDefault }, isMine, onShow, onTurn, onRemove }: ViewLineProps) {
  const { t } = useTranslation()
  const Star = isDefault ? IconStarFilled : IconStar
  return (
    <Group gap={0} wrap="nowrap">
      <Menu.Item
        onClick={onShow}
        rightSection={isShared && <IconUsers size={14} role="img" aria-label={t('lists:views.shared')} />}
      >
        {name}
      </Menu.Item>
      {isMine && (
        <>
          <Menu.CheckboxItem
            className={classes.tool}
            classNames={{ itemIndicator: classes.unused }}
            checked={isDefault}
            aria-label={t('lists:views.default', { name })}
            title={t('lists:views.default', { name })}
            onChange={onTurn}
          >
            <Star size={15} aria-hidden />
          </Menu.CheckboxItem>
          <Menu.Item
            className={classes.tool}
            aria-label={t('lists:views.delete', { name })}
            title={t('lists:views.delete', { name })}
            onClick={onRemove}
          >
            <IconTrash size={15} aria-hidden />
          </Menu.Item>
        </>
      )}
    </Group>
  )
}
