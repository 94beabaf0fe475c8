import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { meQuery, useToday } from '../../../api/me.ts'
import { recordQuery } from '../../../api/records.ts'
import { allows, type Row } from '../../../api/resources.ts'
import type { FormScreenProps } from '../../../screens/customisation.ts'
import { CreateBeside } from '../../../screens/form/create-beside.tsx'
import { FormScreen } from '../../../screens/form/form-screen.tsx'
import type { Values } from '../../../screens/form/form-values.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { documentKindOf, writtenFields } from '../document-kind.ts'
import { newLine } from '../lines/lines.ts'
import { DocumentEditor } from './document-editor.tsx'
import { copyFrom, type Draft, draftFrom } from './draft.ts'
import { NewFromSource } from './new-from-source.tsx'

/** A new document, a copy of one (`?copy=…`), or a change of one. */
export function DocumentFormScreen({ resource, id }: FormScreenProps) {
  const { copy, ...search } = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const source = id ?? copy
  // Read anew each time: a form must begin with what is there now.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...recordQuery(resource.path, source ?? ''),
    enabled: source !== undefined,
    staleTime: 0,
  })
  const today = useToday()
  const isGross = useQuery(meQuery).data?.company?.pricesIncludeTax === true
  // The generic screen says why a user without the right cannot do this.
  if (!allows(resource, id ? 'update' : 'create')) return <FormScreen resource={resource} id={id} />
  const maker = resource.document!.sources?.find(({ isAlways }) => isAlways)
  if (maker)
    return id ? <FormScreen resource={resource} id={id} /> : <NewFromSource resource={resource} source={maker} />
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (source && !(data && isFetchedAfterMount)) return <Skeleton h={420} />
  const { party, dates, date } = documentKindOf(resource)
  const fresh = { ...Object.fromEntries(dates.map((name) => [name, null])), [date]: today }
  const names = writtenFields(resource)
  const given = { [party.field]: search[party.field] ?? null }
  return (
    <CreateBeside key={source ?? ''}>
      <DocumentEditor
        resource={resource}
        start={data && !id ? copyFrom(data.row, names, fresh, isGross) : startOf(data?.row, names, fresh, given)}
        read={id ? data : undefined}
      />
    </CreateBeside>
  )
}

function startOf(row: Row | undefined, names: readonly string[], fresh: Values, given: Values): Draft {
  if (row) return draftFrom(row, names)
  const empty = Object.fromEntries(names.map((name) => [name, fresh[name] ?? null]))
  return { values: { ...empty, ...given }, lines: [newLine()] }
}
