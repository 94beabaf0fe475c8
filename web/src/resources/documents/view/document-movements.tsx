import type { PartProps } from '../../../screens/customisation.ts'
import { RelatedList } from '../../../screens/list/related-list.tsx'

const COLUMNS = ['createdAt', 'item', 'quantity', 'reason', 'balance']

/** What of the stock a document has moved, where it is one that does. */
export function DocumentMovements({ resource, row }: PartProps) {
  const { stock } = resource.document!
  if (!stock || stock === 'reserve') return null
  return <RelatedList of="stock-movements" filters={{ 'source.id': row.id }} columns={COLUMNS} hidesEmpty />
}
