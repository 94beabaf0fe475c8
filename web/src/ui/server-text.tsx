import { useQuery } from '@tanstack/react-query'
import { allows, type Resource, resourcesQuery } from '../api/resources.ts'
import { titleQuery } from '../api/titles.ts'
import { withAmounts } from '../i18n/server-message.ts'

/** The id of a record: `cus_0t3q8m5xk00a7b2c9d4`. */
const ID = /\b([a-z]{2,4}_[0-9a-z]{16,})\b/

/** A message of the server: its amounts are in the format of the user, and its ids are links with the names of the records. */
export const ServerText = ({ text }: { text: string }) =>
  withAmounts(text)
    .split(ID)
    .map((part) => (ID.test(part) ? <RecordName key={part} id={part} /> : part))

/** Messages are shown outside of the router and of what it provides, so the link is a plain one and opens beside the page. */
function RecordName({ id }: { id: string }) {
  const { data: resources = [] } = useQuery({ ...resourcesQuery, enabled: false })
  const resource = resources.find(({ idPrefix }) => id.startsWith(`${idPrefix}_`))
  return resource && allows(resource, 'list') ? <NamedLink resource={resource} id={id} /> : id
}

function NamedLink({ resource, id }: { resource: Resource; id: string }) {
  const { data } = useQuery(titleQuery(resource, id))
  return (
    <a href={`/${resource.path}/${id}`} target="_blank" rel="noreferrer">
      {data ?? '…'}
    </a>
  )
}
