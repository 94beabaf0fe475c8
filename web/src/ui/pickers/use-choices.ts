import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Finding } from '../../api/find-records.ts'
import type { Row } from '../../api/resources.ts'
import { matching, type Option } from './options.ts'

const WAIT_MS = 120
const SHOWN = 100

/** What can be chosen for a typed text. */
export interface Choices<T> {
  /** The best first. */
  readonly shown: readonly T[]
  /** False while those of an earlier text are shown. */
  readonly isCurrent: boolean
  /** Those for this text, also if they have to be fetched first. */
  all(text: string): Promise<readonly T[]>
}

/** Choices that the browser knows. */
export const localChoices = (options: readonly Option[], text: string): Choices<Option> => ({
  shown: matching(options, text).slice(0, SHOWN),
  isCurrent: true,
  all: async (words) => matching(options, words),
})

/** Choices that the server finds, asked for when the user pauses. */
export function useFoundChoices(find: (text: string) => Finding, text: string, isOpen: boolean): Choices<Row> {
  const client = useQueryClient()
  const [asked] = useDebouncedValue(text, WAIT_MS)
  const query = useQuery({ ...find(asked), enabled: isOpen, placeholderData: keepPreviousData })
  return {
    shown: query.data ?? [],
    isCurrent: asked === text && !query.isFetching && !query.isPlaceholderData,
    all: (words) => client.fetchQuery(find(words)),
  }
}
