import { Suspense } from 'react'
import type { PartProps } from '../../../screens/customisation.ts'
import { RelatedList } from '../../../screens/list/related-list.tsx'

const COLUMNS = ['createdAt', 'item', 'quantity', 'reason', 'balance']

/** What of the stock a document has moved, where it is one that does. */
export function DocumentMovements({ resource, row }: PartProps) {
  const { stock } = resource.document!
  if (!stock || stock === 'reserve') return null
  return (
    // The cells of movements are loaded later; until then the rest of the page stays as it is.
    <Suspense>
      <RelatedList of="stock-movements" filters={{ 'source.id': row.id }} columns={COLUMNS} hidesEmpty />
    </Suspense>
  )
}
