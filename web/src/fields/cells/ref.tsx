import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../api/resources.ts'
import { titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import type { CellProps } from '../field-kind.ts'

/** A record often carries the name of another beside its id: `customer` and `customerName`. */
const nameBeside = ({ field, row }: CellProps): string | undefined =>
  (row[`${field.name}Name`] as string | null | undefined) ?? undefined

export function RefCell(props: CellProps) {
  const { field, value } = props
  const target = useResource(field.target ?? '')
  const name = nameBeside(props)
  if (!target) return name ?? String(value)
  if (name) return <AnchorLink href={`/${target.path}/${value}`}>{name}</AnchorLink>
  return <NamedLink target={target} id={String(value)} />
}

function NamedLink({ target, id }: { target: Resource; id: string }) {
  const { data } = useQuery(titleQuery(target, id))
  return <AnchorLink href={`/${target.path}/${id}`}>{data ?? '…'}</AnchorLink>
}
