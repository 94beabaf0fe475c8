import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { recordQuery } from '../../../api/records.ts'
import { allows, type Resource, type Row } from '../../../api/resources.ts'
import { useToday } from '../../../api/use-today.ts'
import type { FormScreenProps } from '../../../screens/customisation.ts'
import { FormScreen } from '../../../screens/form/form-screen.tsx'
import { formFields, type Values } from '../../../screens/form/form-values.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import type { DocumentKind } from '../document-kind.ts'
import { newLine } from '../lines/lines.ts'
import { DocumentEditor } from './document-editor.tsx'
import { copyFrom, type Draft, draftFrom } from './draft.ts'

interface DocumentFormScreenProps extends FormScreenProps {
  readonly kind: DocumentKind
}

/** A new document, a copy of one (`?copy=…`), or a change of one. */
export function DocumentFormScreen({ resource, kind, id }: DocumentFormScreenProps) {
  const { copy, customer } = useSearch({ strict: false }) as { copy?: string; customer?: string }
  const source = id ?? copy
  // Read anew each time: a form must begin with what is there now.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...recordQuery(resource.path, source ?? ''),
    enabled: source !== undefined,
    staleTime: 0,
  })
  const today = useToday()
  // The general screen shows users without this right a plain message.
  if (!allows(resource, id ? 'update' : 'create')) return <FormScreen resource={resource} id={id} />
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (source && !(data && isFetchedAfterMount)) return <Skeleton h={420} />
  const names = namesOf(resource, kind)
  const fresh = { [kind.dates[0]]: today, [kind.dates[1]]: null }
  return (
    <DocumentEditor
      key={source ?? ''}
      resource={resource}
      kind={kind}
      start={startOf(data?.row, names, fresh, id === undefined, customer ?? null)}
      read={id ? data : undefined}
    />
  )
}

function startOf(
  row: Row | undefined,
  names: readonly string[],
  fresh: Values,
  isNew: boolean,
  customer: string | null,
): Draft {
  if (row) return isNew ? copyFrom(row, names, fresh) : draftFrom(row, names)
  const empty = Object.fromEntries(names.map((name) => [name, fresh[name] ?? null]))
  return { values: { ...empty, customer }, lines: [newLine()] }
}

/** All that is written beside the lines, as far as the user may. */
const namesOf = (resource: Resource, { dates }: DocumentKind): readonly string[] => {
  const wanted = ['customer', ...dates, 'paymentTerms', 'notes']
  return formFields(resource, []).flatMap(({ name }) => (wanted.includes(name) ? [name] : []))
}
