import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { useUser } from '../../../api/use-session.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { Columns } from '../columns.ts'
import type { ListState } from '../list-state.ts'
import { openSaveWindow } from './save-view.tsx'
import { useViewActions } from './use-view-actions.ts'
import { ViewLine } from './view-line.tsx'
import classes from './views.module.css'
import { builtInViews, columnsOf, isShown, searchOf, useDefaultView, type View, viewsQuery } from './views.ts'

interface ViewsMenuProps {
  readonly resource: Resource
  readonly state: ListState
  readonly columns: Columns
}

/** Saved filters, order and columns: the user's own, and shared ones. */
export function ViewsMenu({ resource, state, columns }: ViewsMenuProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { id: userId } = useUser()
  const viewsResource = useResource('views')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...viewsQuery(resource), enabled: isOpen && viewsResource !== undefined })
  const byDefault = useDefaultView(resource)
  const actions = useViewActions(resource, state, columns)
  if (!viewsResource) return null
  const views = (data?.rows ?? []) as readonly View[]
  const builtIn = builtInViews(resource, (name) => t(`lists:views.builtIn.${name}`))
  const known = [...builtIn, ...(views.length > 0 || !byDefault ? views : [byDefault])]
  const shown = state.isNarrowed ? known.find((view) => isShown(view, state.search)) : undefined
  const show = (view?: View) => {
    state.replace(view ? searchOf(view) : {})
    columns.choose(view && columnsOf(view))
  }
  return (
    <Menu position="bottom-end" shadow="md" width={280} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.button}
          leftSection={<IconBookmark size={16} stroke={1.6} />}
          aria-label={shown ? t('lists:views.current', { name: shown.name }) : t('lists:views.title')}
        >
          <span className={classes.name}>{shown?.name ?? t('lists:views.title')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => show()}>{t('lists:views.all', { things: labels.many(resource) })}</Menu.Item>
        <BuiltIn views={builtIn} onShow={show} />
        <Menu.Divider />
        {views.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            isMine={view.createdBy === userId}
            onShow={() => show(view)}
            onTurn={() => actions.turn(view)}
            onRemove={() => actions.remove(view)}
          />
        ))}
        {views.length === 0 && <Menu.Label>{t('lists:views.none')}</Menu.Label>}
        {allows(viewsResource, 'create') && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => openSaveWindow(actions.save)}>
              {t('lists:views.save')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const BuiltIn = ({ views, onShow }: { views: readonly View[]; onShow: (view: View) => void }) =>
  views.map((view) => (
    <Menu.Item key={view.id} onClick={() => onShow(view)}>
      {view.name}
    </Menu.Item>
  ))
