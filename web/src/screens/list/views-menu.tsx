import { ActionIcon, Button, Group, Menu, Switch, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconBookmark, IconDeviceFloppy, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createRecord, deleteRecord, listQuery } from '../../api/records.ts'
import { allows, type Resource, type Row } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useUser } from '../../api/use-session.ts'
import { parseSearch, searchText } from '../../ui/search-text.ts'
import { toast } from '../../ui/toast.tsx'
import type { Columns } from './columns.ts'
import type { ListState } from './list-state.ts'

interface View extends Row {
  readonly name: string
  readonly query: string | null
  readonly columns: readonly string[]
  readonly isShared: boolean
  readonly createdBy: string | null
}

interface ViewsMenuProps {
  readonly resource: Resource
  readonly state: ListState
  readonly columns: Columns
}

/** Filters, order and columns under a name: one's own, and those that others share. */
export function ViewsMenu({ resource, state, columns }: ViewsMenuProps) {
  const { t } = useTranslation()
  const { id: userId } = useUser()
  const client = useQueryClient()
  const viewsResource = useResource('views')
  const [isOpen, setOpen] = useState(false)
  const query = `resource=${resource.name}&perPage=100&sort=name&order=asc`
  const { data } = useQuery({ ...listQuery('views', query), enabled: isOpen && viewsResource !== undefined })
  if (!viewsResource) return null
  const views = (data?.rows ?? []) as readonly View[]
  const refresh = () => client.invalidateQueries({ queryKey: ['views'] })
  const show = (view: View) => {
    state.replace(parseSearch(view.query ?? ''))
    columns.choose(view.columns.length > 0 ? view.columns : undefined)
  }
  const remove = (view: View) => deleteRecord('views', view.id).then(refresh, toast.failed)
  const save = () =>
    openSaveWindow(async ({ name, isShared }) => {
      const { page: _, ...search } = state.search
      const shown = columns.isChosen ? columns.shown.map(({ path }) => path) : []
      await createRecord('views', {
        name,
        isShared,
        resource: resource.name,
        query: searchText(search),
        columns: shown,
      })
      await refresh()
      toast.done(t('lists:views.saved', { name }))
    })
  return (
    <Menu position="bottom-end" shadow="md" width={260} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} stroke={1.6} />} visibleFrom="sm">
          {t('lists:views.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Group key={view.id} gap={2} wrap="nowrap">
            <Menu.Item
              onClick={() => show(view)}
              rightSection={view.isShared && <IconUsers size={14} aria-label={t('lists:views.shared')} />}
            >
              {view.name}
            </Menu.Item>
            {view.createdBy === userId && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('lists:views.delete', { name: view.name })}
                onClick={() => remove(view)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {views.length === 0 && <Menu.Label>{t('lists:views.none')}</Menu.Label>}
        {allows(viewsResource, 'create') && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={save}>
              {t('lists:views.save')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface NewView {
  readonly name: string
  readonly isShared: boolean
}

function openSaveWindow(save: (view: NewView) => Promise<void>): void {
  const id = modals.open({
    title: i18next.t('lists:views.save'),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: <SaveView onSave={(view) => save(view).then(() => modals.close(id), toast.failed)} />,
  })
}

function SaveView({ onSave }: { onSave: (view: NewView) => Promise<void> }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void onSave({ name, isShared })
      }}
    >
      <TextInput
        data-autofocus
        label={t('lists:views.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      <Switch
        mt="md"
        label={t('lists:views.share')}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Group justify="flex-end" mt="lg">
        <Button type="submit" disabled={name.trim() === ''}>
          {t('common:save')}
        </Button>
      </Group>
    </form>
  )
}
