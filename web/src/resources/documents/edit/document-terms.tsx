import { Card, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../../../api/records.ts'
import { fieldOf } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { documentKindOf } from '../document-kind.ts'
import { DocumentInput, type PartProps, TERMS } from './document-head.tsx'

/** What else is written, such as payment terms and notes. */
export function DocumentTerms(props: PartProps) {
  const { resource, form } = props
  const { party, date, terms } = documentKindOf(resource)
  const { values } = form.draft
  const parties = useResource(party.resource)
  const partyId = values[party.field] as string | null
  const { data } = useQuery({
    ...recordQuery(party.resource, partyId ?? ''),
    enabled: parties !== undefined && partyId !== null,
  })
  const fallback = partyId === null ? undefined : (data?.row[TERMS] as string | null | undefined)
  // An order has no due date of its own: its invoice will be of a later day.
  const from = fieldOf(resource, 'dueDate') ? (values[date] as string | null) : undefined
  return (
    <Card>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {terms.map((name) => (
          <DocumentInput key={name} {...props} name={name} {...(name === TERMS && { terms: { fallback, from } })} />
        ))}
      </SimpleGrid>
    </Card>
  )
}
