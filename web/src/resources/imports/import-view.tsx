import { Alert, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { permits } from '../../api/permitted.ts'
import { forgetAll } from '../../api/records.ts'
import { fieldOf } from '../../api/resources.ts'
import { STATUS } from '../../api/stages.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { RecordScreenProps } from '../../screens/customisation.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { toast } from '../../ui/toast.tsx'
import { DocumentMenu } from '../documents/view/document-menu.tsx'
import { type Import, importQuery, isGoingOn, isThrough, type Mapping, runImport } from './import-api.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportReport } from './import-report.tsx'
import { MappingForm } from './mapping-form.tsx'

/** One import from its columns to its report. Nothing changes before the user has seen what would happen. */
export function ImportView({ resource: imports, id }: RecordScreenProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(importQuery(id))
  const target = useResource(data?.resource ?? '')

  async function run(dryRun: boolean, mapping?: Mapping): Promise<void> {
    try {
      const { data: begun } = await runImport(id, { dryRun, ...(mapping && { mapping }) })
      client.setQueryData(importQuery(id).queryKey, begun)
      // Also for the import itself: what it permits has changed.
      await forgetAll(client)
    } catch (fault) {
      toast.failed(fault)
    }
  }

  if (error && !data) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={320} />
  return (
    <>
      <PageHeader
        title={t('import:of', { things: target ? labels.many(target) : data.resource })}
        trail={[{ label: labels.many(imports), href: `/${imports.path}` }]}
        badge={<StatusPill field={fieldOf(imports, STATUS)} value={data.status} size="lg" />}
      >
        <DocumentMenu resource={imports} row={{ ...data }} shown={[]} />
      </PageHeader>
      <Stack gap="md">
        {data.problem && <Alert color="red">{data.problem}</Alert>}
        {isGoingOn(data) ? <ImportProgress data={data} /> : <ImportReport data={data} run={() => run(false)} />}
        {target && canBeMapped(data) && (
          <MappingForm data={data} target={target} check={(mapping) => run(true, mapping)} />
        )}
      </Stack>
    </>
  )
}

/** What was brought in as a whole needs no other mapping. */
const canBeMapped = (data: Import) => permits({ ...data }, 'run') && (data.dryRun || !isThrough(data))
