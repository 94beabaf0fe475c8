import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { deleteRecord, forgetAll } from '../../api/records.ts'
import type { Resource, Row } from '../../api/resources.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFetchedTitle } from '../full-title.ts'

/** Deletes a record after asking, and goes back to the list. */
export function useRemoval(resource: Resource, row: Row): () => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const titled = useFetchedTitle()
  return async function remove() {
    const name = await titled(resource, row)
    const preview = { trial: { method: 'DELETE', path: `/${resource.path}/${row.id}` }, subject: row.id } as const
    const question = { title: t('records:deleteTitle', { name }), text: t('records:deleteText'), preview }
    if (!(await confirm({ ...question, action: t('common:delete'), isDangerous: true }))) return
    try {
      await deleteRecord(resource.path, row.id)
      await navigate({ to: `/${resource.path}` })
      client.removeQueries({ queryKey: [resource.path, 'record', row.id] })
      toast.done(t('records:deleted', { name }))
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
    }
  }
}
