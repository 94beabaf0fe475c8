import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { hasEdits } from '../../api/permitted.ts'
import { recordQuery } from '../../api/records.ts'
import { allows, type Resource } from '../../api/resources.ts'
import { useUser } from '../../api/use-session.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import type { FormScreenProps } from '../customisation.ts'
import { RecordForm } from './record-form.tsx'

/** A new record, or a change of one. */
export function FormScreen({ resource, id }: FormScreenProps) {
  const refusal = useRefusal(resource, id ? 'update' : 'create')
  if (refusal) return <ErrorPanel error={refusal} />
  return id ? <EditForm resource={resource} id={id} /> : <RecordForm resource={resource} />
}

/** A user who opens the address without the right gets a plain message. */
function useRefusal(resource: Resource, action: 'create' | 'update'): ApiError | undefined {
  const { t } = useTranslation()
  const labels = useLabels()
  const { role } = useUser()
  if (allows(resource, action)) return undefined
  return refusalWith(t(`errors:may.${action}`, { role, things: labels.many(resource) }))
}

const refusalWith = (message: string) => new ApiError(403, { error: { code: 'FORBIDDEN', message } }, new Headers())

function EditForm({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  // Read anew each time: a form must begin with what is there now.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...recordQuery(resource.path, id), staleTime: 0 })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data || !isFetchedAfterMount) return <Skeleton h={420} />
  if (!hasEdits(data.row)) return <ErrorPanel error={refusalWith(t('errors:closed'))} />
  return <RecordForm resource={resource} read={data} />
}
