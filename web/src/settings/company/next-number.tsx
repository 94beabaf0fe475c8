import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isPattern } from '../../../../server/src/resources/documents/numbering.ts'
import { listQuery } from '../../api/records.ts'
import { useResource } from '../../api/use-resources.tsx'
import { nextNumber, prefixOf, yearIn } from './numbering.ts'

interface NextNumberProps {
  readonly pattern: string
  readonly timeZone: string
  readonly documents: string
  readonly field: string
}

/** What the next document would be called, worked out while the pattern is being typed. */
export function NextNumber({ pattern, timeZone, documents, field }: NextNumberProps) {
  const { t } = useTranslation()
  const isFine = isPattern(pattern)
  const year = yearIn(timeZone)
  const isReadable = useResource(documents) !== undefined
  const query = lastOf(field, encodeURIComponent(prefixOf(pattern, year)))
  const { data } = useQuery({ ...listQuery(documents, query), enabled: isFine && isReadable })
  const last = data?.rows[0]?.[field]
  return (
    <Group gap="xs" aria-live="polite">
      <Text size="sm">{t('administration:numbering.next')}</Text>
      {isFine ? (
        <Badge size="lg" className="numbers">
          {nextNumber(pattern, year, typeof last === 'string' ? last : undefined)}
        </Badge>
      ) : (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('administration:numbering.unclear')}
        </Text>
      )}
    </Group>
  )
}

/** The highest number that begins so; `~` comes after everything that a number is made of. */
function lastOf(field: string, prefix: string): string {
  const range = prefix && `&${field}[gte]=${prefix}&${field}[lt]=${prefix}~`
  return `sort=${field}&order=desc&perPage=1&includeTotal=false&fields=id,${field}${range}`
}
