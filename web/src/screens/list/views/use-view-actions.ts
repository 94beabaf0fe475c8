import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryText } from '../../../api/query-text.ts'
import { deleteRecord, updateRecord } from '../../../api/records.ts'
import type { Resource } from '../../../api/resources.ts'
import { createRecord, type Submission } from '../../../api/submission.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Values } from '../../form/form-values.ts'
import type { Columns } from '../columns.ts'
import type { ListState } from '../list-state.ts'
import type { View } from './views.ts'

/** What the owner of views can do with them. */
export function useViewActions(resource: Resource, state: ListState, columns: Columns) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['views'] })
  return {
    async save(values: Values, submission: Submission) {
      const { page: _, view: __, ...search } = state.search
      const shown = columns.isChosen ? columns.shown.map(({ path }) => path) : []
      const view = { ...values, resource: resource.name, query: queryText(search), columns: shown }
      const sent = await createRecord('views', view, submission)
      await refresh()
      toast.done(t('lists:views.saved', { name: sent.data.name }))
      return sent
    },
    turn: ({ id, isDefault }: View) =>
      updateRecord('views', id, { isDefault: !isDefault }).then(refresh).catch(toast.failed),
    /** Nothing refers to a view: one that is made again is the same. */
    async remove({ id, name, resource: of, query, columns: paths, isShared, isDefault }: View): Promise<void> {
      const undo = () =>
        createRecord('views', { name, resource: of, query, columns: paths, isShared, isDefault }).then(refresh)
      try {
        await deleteRecord('views', id)
        await refresh()
        toast.done(t('lists:views.deleted', { name }), { undo })
      } catch (error) {
        toast.failed(error)
      }
    },
  }
}
