import { Button, Checkbox, Group, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../../../fields/field.tsx'
import type { FilterStyle } from '../../../fields/field-kind.ts'
import { DateField } from '../../../fields/inputs/date.tsx'
import { useKinds } from '../../../fields/kinds-context.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { useSettled } from '../../../ui/settle.ts'
import { datesOf, PERIODS, periodOf, rangeOf } from './date-range.ts'
import { type Conditions, type FilterField, oneOf, valuesIn } from './filters.ts'

export interface FilterEditorProps extends FilterField {
  readonly conditions: Conditions
  readonly onApply: (conditions: Conditions) => void
}

interface EditorProps extends FilterField {
  readonly value: Conditions
  readonly onChange: (conditions: Conditions) => void
}

/** Asks for the conditions of one field; nothing happens until they are applied. */
export function FilterForm({ conditions, onApply, ...filter }: FilterEditorProps) {
  const { t } = useTranslation()
  const kinds = useKinds()
  const [value, setValue] = useState(conditions)
  const Editor = EDITORS[kinds[filter.field.kind].filter ?? 'text']
  // The popover was open before: a keyboard user can continue typing.
  const element = useRef<HTMLFormElement>(null)
  const apply = useSettled(element, async () =>
    onApply(Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ''))),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void apply()
  }
  useEffect(() => {
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector)
    const first = find('[data-autofocus]') ?? find('input, button')
    first?.focus()
  }, [])
  return (
    <form ref={element} onSubmit={submit}>
      <Editor {...filter} value={value} onChange={setValue} />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button size="xs" type="submit">
          {t('lists:apply')}
        </Button>
      </Group>
    </form>
  )
}

const TEXT_OPERATORS = ['like', 'eq', 'ne', 'empty', 'filled'] as const

function TextEditor({ value, onChange }: EditorProps) {
  const { t } = useTranslation()
  const [given = 'like'] = Object.keys(value)
  const operator = value.eq === 'null' ? 'empty' : value.ne === 'null' ? 'filled' : given
  const text = operator === 'empty' || operator === 'filled' ? '' : (value[given] ?? '')
  const change = (next: string, words: string) =>
    onChange(next === 'empty' ? { eq: 'null' } : next === 'filled' ? { ne: 'null' } : { [next]: words })
  return (
    <Stack gap="xs">
      <Select
        aria-label={t('lists:operator')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={TEXT_OPERATORS.map((one) => ({ value: one, label: t(`lists:operators.${one}`) }))}
        value={operator}
        onChange={(next) => change(next!, text)}
      />
      {operator !== 'empty' && operator !== 'filled' && (
        <TextInput
          data-autofocus
          aria-label={t('lists:value')}
          value={text}
          onChange={(event) => change(operator, event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}

function RangeEditor({ field, value, onChange }: EditorProps) {
  const { t } = useTranslation()
  // A link may ask for "more than"; the editor keeps that, because "from" would find other records.
  const least = value.gt === undefined ? 'gte' : 'gt'
  const most = value.lt === undefined ? 'lte' : 'lt'
  const bounds: Conditions = { [least]: value[least] ?? value.eq ?? '', [most]: value[most] ?? value.eq ?? '' }
  const common = { field: { ...field, min: undefined }, path: '', resource: '' }
  const inputFor = (operator: string, label: string) => (
    <FieldInput
      {...common}
      label={label}
      value={bounds[operator] ? Number(bounds[operator]) : null}
      onChange={(next) => onChange({ ...bounds, [operator]: next === null ? '' : String(next) })}
      hasFocus={operator === least}
    />
  )
  return (
    <SimpleGrid cols={2}>
      {inputFor(least, t(least === 'gt' ? 'lists:moreThan' : 'lists:from'))}
      {inputFor(most, t(most === 'lt' ? 'lists:lessThan' : 'lists:to'))}
    </SimpleGrid>
  )
}

function DatesEditor({ field, value, onChange }: EditorProps) {
  const { t } = useTranslation()
  const { from, to } = datesOf(field.kind, value)
  const change = (next: { from?: string | null; to?: string | null }) =>
    onChange(rangeOf(field.kind, { from, to, ...next }))
  const common = { field: { ...field, kind: 'date' as const }, path: '', resource: '' }
  return (
    <Stack gap="xs">
      <Group gap={6}>
        {PERIODS.map((period) => (
          <Button
            key={period}
            size="compact-xs"
            variant="default"
            onClick={() => onChange(rangeOf(field.kind, periodOf(period)))}
          >
            {t(`lists:periods.${period}`)}
          </Button>
        ))}
      </Group>
      <SimpleGrid cols={2}>
        <DateField
          {...common}
          isFilter
          label={t('lists:from')}
          value={from}
          onChange={(next) => change({ from: next as string | null })}
        />
        <DateField
          {...common}
          isFilter
          label={t('lists:to')}
          value={to}
          onChange={(next) => change({ to: next as string | null })}
        />
      </SimpleGrid>
    </Stack>
  )
}

function ChoiceEditor({ path, field, value, onChange }: EditorProps) {
  const labels = useLabels()
  const choices = [...(field.choices ?? []), ...(field.alsoFilter ?? [])]
  return (
    <Checkbox.Group
      aria-label={labels.field('', path)}
      value={[...valuesIn(value)]}
      onChange={(values) => onChange(oneOf(values))}
    >
      <Stack gap={6}>
        {choices.map((one) => (
          <Checkbox key={one} size="sm" value={one} label={labels.choice(one)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function FlagEditor({ path, value, onChange }: EditorProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <SegmentedControl
      fullWidth
      aria-label={labels.field('', path)}
      value={value.eq ?? ''}
      onChange={(next) => onChange({ eq: next })}
      data={[
        { value: 'true', label: t('common:yes') },
        { value: 'false', label: t('common:no') },
      ]}
    />
  )
}

function RefEditor({ path, field, value, onChange }: EditorProps) {
  const labels = useLabels()
  return (
    <FieldInput
      field={{ name: field.name, kind: 'list', of: field }}
      path={path}
      resource=""
      label={labels.field('', path)}
      isBare
      hasFocus
      value={valuesIn(value)}
      onChange={(ids) => onChange(oneOf(ids as readonly string[]))}
    />
  )
}

const EDITORS: Readonly<Record<FilterStyle, (props: EditorProps) => React.ReactNode>> = {
  text: TextEditor,
  range: RangeEditor,
  dates: DatesEditor,
  choice: ChoiceEditor,
  flag: FlagEditor,
  ref: RefEditor,
}
