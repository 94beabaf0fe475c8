import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Field, Resource } from '../../api/resources.ts'
import { titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import { LinesTable } from '../../fields/cells/lines.tsx'
import { FieldCell } from '../../fields/field.tsx'
import type { Labels } from '../../i18n/labels.ts'
import type { ConflictRow } from './conflict-window.tsx'
import type { Collision } from './merge/merge.ts'

/** A row for each collision of a plain form. */
export const collisionRows = (
  { name: resource }: Pick<Resource, 'name'>,
  collisions: readonly Collision[],
  labels: Labels,
): readonly ConflictRow[] =>
  collisions.map(({ path, field, mine, theirs }) => ({
    path,
    name: labels.field(resource, withoutIds(path)),
    mine: <Value resource={resource} field={field} value={mine} />,
    theirs: <Value resource={resource} field={field} value={theirs} />,
  }))

/** `items.lin_1.quantity` → `items.quantity` */
const withoutIds = (path: string) => path.replace(/\.[a-z]+_\w+/g, '')

/** A value to be read: a link inside a choice would lead away from it. */
export function Value({ resource, field, value }: { resource: string; field: Field; value: unknown }) {
  const { t } = useTranslation()
  if (value === undefined) return t('records:conflict.removed')
  if (value === null || value === '') return t('records:conflict.empty')
  if (field.kind === 'ref') return <Title target={field.target ?? ''} id={String(value)} />
  if (field.format === 'email' || field.format === 'url') return String(value)
  if (field.kind === 'lines') return <LinesTable resource={resource} field={field} lines={[value as never]} />
  return <FieldCell field={field} value={value} row={{ id: '' }} />
}

function Title({ target, id }: { target: string; id: string }) {
  const resource = useResource(target)
  return resource ? <KnownTitle target={resource} id={id} /> : id
}

function KnownTitle({ target, id }: { target: Resource; id: string }) {
  const { data } = useQuery(titleQuery(target, id))
  return data ?? '…'
}
