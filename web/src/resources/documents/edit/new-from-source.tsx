import { Card, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DescribedSource } from '../../../../../server/src/model/description.ts'
import { permittedIn } from '../../../api/permitted.ts'
import { recordQuery } from '../../../api/records.ts'
import type { Resource } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RecordPicker } from '../../../ui/pickers/record-picker.tsx'
import { Refusal } from '../../../ui/refusal.tsx'
import { makingOf, useTakers } from '../takers.ts'
import { PartsForm } from '../view/parts-window.tsx'

interface NewFromSourceProps {
  readonly resource: Resource
  readonly source: DescribedSource
}

/** A new document that is always made from another one: first that one, then what of it goes. */
export function NewFromSource({ resource, source }: NewFromSourceProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const given = search[source.field] ?? null
  const [chosen, setChosen] = useState<string | null>(given)
  const originals = useResource(source.resource)
  const filter = originals && openOnes(originals, source)
  return (
    <>
      <PageHeader
        title={t('lists:new', { thing: labels.one(resource) })}
        trail={[{ label: labels.many(resource), href: `/${resource.path}` }]}
      />
      <Card maw={760}>
        <Stack>
          <RecordPicker
            resource={source.resource}
            label={labels.field(resource.name, source.field)}
            required
            autoFocus={!given}
            {...(filter && { narrowing: { filter } })}
            value={chosen}
            onChange={setChosen}
          />
          {chosen && originals && <Parts key={chosen} resource={resource} originals={originals} id={chosen} />}
        </Stack>
      </Card>
    </>
  )
}

/** A view of those of which something is left. Others are not offered; a link may still lead to one, and is told why. */
const openOnes = ({ listViews = [] }: Resource, { progress }: DescribedSource): string | undefined =>
  listViews.find(({ query }) => query.includes(progress))?.query

interface PartsProps {
  readonly resource: Resource
  readonly originals: Resource
  readonly id: string
}

function Parts({ resource, originals, id }: PartsProps) {
  const navigate = useNavigate()
  const taker = useTakers(originals).find(({ target }) => target.name === resource.name)
  const { data, error } = useQuery(recordQuery(originals.path, id))
  if (error) return <ErrorPanel error={error} />
  if (!data || !taker) return <Skeleton h={160} />
  const { allowed, reason } = permittedIn(data.row).actions[makingOf(taker)] ?? {}
  if (!allowed) return <Refusal reason={reason} />
  return (
    <PartsForm
      resource={originals}
      original={data.row}
      taker={taker}
      onClose={() => navigate({ to: `/${resource.path}` })}
      onMade={({ id: made }) => navigate({ to: `/${resource.path}/${made}` })}
    />
  )
}
