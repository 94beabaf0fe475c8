import { useMediaQuery } from '@mantine/hooks'
import { ListCards } from './list-cards.tsx'
import { ListTable } from './list-table.tsx'

/** How rows are shown: on a narrow screen as cards. */
export const useRows = () =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ? ListCards : ListTable
