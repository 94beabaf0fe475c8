import { CloseButton, Group, Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Resource } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { useKinds } from '../../../fields/kinds-context.ts'
import type { Format } from '../../../i18n/format.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import { useTitles } from '../../../ui/use-titles.ts'
import { datesOf } from './date-range.ts'
import classes from './filter.module.css'
import { type Conditions, splitValues, valuesIn } from './filters.ts'
import { FilterEditor } from './lazy-filter-editor.tsx'

interface FilterChipProps {
  readonly resource: Resource
  readonly path: string
  readonly field: Field | undefined
  readonly conditions: Conditions
  readonly onApply: (conditions: Conditions) => void
}

export function FilterChip({ resource, path, field, conditions, onApply }: FilterChipProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isOpen, setOpen] = useState(false)
  const name = labels.field(resource.name, path)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus>
      <Group gap={2} wrap="nowrap" className={classes.chip}>
        <Popover.Target>
          <UnstyledButton className={classes.chipText} onClick={() => field && setOpen(!isOpen)}>
            {name}: <Meaning field={field} conditions={conditions} />
          </UnstyledButton>
        </Popover.Target>
        <CloseButton
          size={24}
          iconSize={14}
          radius="xl"
          aria-label={t('lists:removeFilter', { name })}
          onClick={() => onApply({})}
        />
      </Group>
      <Popover.Dropdown aria-label={name}>
        {field && (
          <FilterEditor
            path={path}
            field={field}
            conditions={conditions}
            onApply={(next) => {
              onApply(next)
              setOpen(false)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const SIGNS: Readonly<Record<string, string>> = { gt: '>', gte: '≥', lt: '<', lte: '≤' }

/** The bounds of a range by operator; of days, always the first and the last one. */
function boundsOf(field: Field | undefined, { eq: _, ...conditions }: Conditions, isDates: boolean): Conditions {
  if (!isDates)
    return Object.fromEntries(Object.entries(conditions).filter(([operator]) => Object.hasOwn(SIGNS, operator)))
  const { from, to } = datesOf(field!.kind, conditions)
  return { ...(from && { gte: from }), ...(to && { lte: to }) }
}

/** The conditions in words. */
function Meaning({ field, conditions }: { field: Field | undefined; conditions: Conditions }) {
  const { t } = useTranslation()
  const kinds = useKinds()
  const shown = useShown(field)
  const bounds = boundsOf(field, conditions, field !== undefined && kinds[field.kind].filter === 'dates')
  const range =
    bounds.gte && bounds.lte
      ? [`${shown(bounds.gte)} – ${shown(bounds.lte)}`]
      : Object.entries(bounds).map(([operator, value]) => `${SIGNS[operator]} ${shown(value)}`)
  const others = Object.entries(conditions).filter(([operator]) => !Object.hasOwn(SIGNS, operator))
  const rest = others.map(([operator, value]) => {
    if (value === 'null') return t(operator === 'ne' ? 'lists:operators.filled' : 'lists:operators.empty')
    const values = splitValues(value).map(shown).join(', ')
    return operator === 'eq' || operator === 'in' ? values : `${t(`lists:operators.${operator}`)} ${values}`
  })
  const ids = field?.kind === 'ref' ? valuesIn(conditions) : []
  if (ids.length > 0 && ids[0] !== 'null') return <RefNames target={field!.target!} ids={ids} />
  return <strong>{[...range, ...rest].join(' · ')}</strong>
}

function RefNames({ target, ids }: { target: string; ids: readonly string[] }) {
  const titles = useTitles(useResource(target), ids)
  return <strong>{ids.map((id) => titles.get(id) ?? id).join(', ')}</strong>
}

function useShown(field: Field | undefined): (value: string) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const kinds = useKinds()
  const style = field && kinds[field.kind].filter
  return (value) => {
    if (value === 'null') return t('lists:operators.empty')
    if (style === 'choice') return labels.choice(value)
    if (style === 'flag') return t(value === 'true' ? 'common:yes' : 'common:no')
    if (style === 'dates') return format.date(value.slice(0, 10))
    return style === 'range' ? numberText(field!, format, value) : value
  }
}

const numberText = ({ kind }: Field, format: Format, value: string) =>
  kind === 'money' ? format.money(Number(value)) : format.number(Number(value))
