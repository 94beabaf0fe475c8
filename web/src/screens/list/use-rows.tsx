import { useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type ListRowsProps, ListTable } from './list-table.tsx'

const Cards = lazyPart(() => import('./list-cards.tsx').then(({ ListCards }) => ListCards))

/** Only narrow screens load them. */
const ListCards = (props: ListRowsProps) => (
  <Suspense>
    <Cards {...props} />
  </Suspense>
)

/** How rows are shown: on a narrow screen as cards. */
export const useRows = () =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ? ListCards : ListTable
