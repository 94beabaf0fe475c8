import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPattern, numberFrom, seriesOf } from '../../../../server/src/resources/documents/numbering.ts'
import { listQuery } from '../../api/records.ts'
import { useResource } from '../../api/use-resources.tsx'
import { NextNumberWindow } from './next-number-window.tsx'
import type { NumberSeries } from './numbering-query.ts'

interface NextNumberProps {
  readonly pattern: string
  readonly timeZone: string
  readonly documents: string
  readonly field: string
  /** As it is stored. */
  readonly series: NumberSeries | undefined
  readonly canChange: boolean
}

/** What the next document would be called, worked out while the pattern is being typed. */
export function NextNumber({ pattern, timeZone, documents, field, series, canChange }: NextNumberProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isFine = isPattern(pattern)
  const year = yearIn(timeZone)
  const isStored = series?.pattern === pattern
  const isReadable = useResource(documents) !== undefined
  const query = lastOf(field, encodeURIComponent(prefixOf(pattern, year)))
  const { data } = useQuery({ ...listQuery(documents, query), enabled: isFine && isReadable && !isStored })
  const last = data?.rows[0]?.[field]
  const shown = isStored ? series.number : nextNumber(pattern, year, typeof last === 'string' ? last : undefined)
  return (
    <Group gap="xs" aria-live="polite">
      <Text size="sm">{t('administration:numbering.next')}</Text>
      {isFine ? (
        <Badge size="lg" className="numbers">
          {shown}
        </Badge>
      ) : (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('administration:numbering.unclear')}
        </Text>
      )}
      {isStored && canChange && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${t('administration:numbering.change')}: ${shown}`}
          onClick={() => setOpen(true)}
        >
          {t('administration:numbering.change')}
        </Button>
      )}
      {isOpen && series && <NextNumberWindow series={series} year={year} onClose={() => setOpen(false)} />}
    </Group>
  )
}

/** The highest number that begins so; `~` comes after everything that a number is made of. */
function lastOf(field: string, prefix: string): string {
  const range = prefix && `&${field}[gte]=${prefix}&${field}[lt]=${prefix}~`
  return `sort=${field}&order=desc&perPage=1&includeTotal=false&fields=id,${field}${range}`
}

/** Numbers begin again with the year of the company, which may not be the reader's. */
const yearIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(now)

const NUMBER = '{number}'

/** What all numbers of the series begin with. */
const prefixOf = (pattern: string, year: string): string => seriesOf(pattern, year).split(NUMBER)[0]!

/** The one after the last of the same series; the first if there is none yet. */
function nextNumber(pattern: string, year: string, last: string | undefined): string {
  const [before = '', after = ''] = seriesOf(pattern, year).split(NUMBER)
  const isSame = last?.startsWith(before) && last.endsWith(after)
  const digits = isSame ? last!.slice(before.length, last!.length - after.length) : ''
  const number = /^\d+$/.test(digits) ? Number(digits) : 0
  return numberFrom(pattern, year, number + 1)
}
