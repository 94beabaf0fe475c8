import { Button, Group, ScrollArea, SegmentedControl, Stack, Table, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '../../../../server/src/model/rights.ts'
import type { Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { MatrixRow } from './matrix-row.ts'
import { type ClosableField, closableFields } from './permissions.ts'

interface FieldsButtonProps {
  readonly row: MatrixRow
  readonly resource: Resource
}

/** How many fields stay closed, and a way to choose them. */
export function FieldsButton({ row, resource }: FieldsButtonProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { permission, change, label } = row
  const { hidden = [], readOnly = [] } = permission
  const name = (path: string) => labels.field(resource.name, path)
  const parts = [
    hidden.length > 0 && t('access:roles.hidden', { count: hidden.length }),
    readOnly.length > 0 && t('access:roles.readOnly', { count: readOnly.length }),
  ].filter(Boolean)
  const summary = parts.join(', ')
  const title = [
    hidden.length > 0 && `${t('access:fields.hidden')}: ${hidden.map(name).join(', ')}`,
    readOnly.length > 0 && `${t('access:fields.readOnly')}: ${readOnly.map(name).join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n')
  if (permission.can.length === 0) return null
  if (!change) {
    return (
      <Text size="xs" component="div" style={{ whiteSpace: 'pre-line' }}>
        {title}
      </Text>
    )
  }
  return (
    <Button
      size="compact-xs"
      variant={summary ? 'light' : 'subtle'}
      color={summary ? undefined : 'gray'}
      title={title || undefined}
      aria-label={`${label}: ${t('access:roles.fields')}, ${summary || t('access:roles.allFields')}`}
      onClick={() => openFields(label, resource, permission, change)}
    >
      {summary || t('access:roles.allFields')}
    </Button>
  )
}

function openFields(
  label: string,
  resource: Resource,
  permission: Permission,
  change: (next: Permission) => void,
): void {
  const id = modals.open({
    title: i18next.t('access:roles.fieldsTitle', { name: label }),
    size: 'lg',
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: (
      <FieldsForm
        resource={resource}
        permission={permission}
        onDone={(next) => {
          change(next)
          modals.close(id)
        }}
      />
    ),
  })
}

type Openness = 'open' | 'readOnly' | 'hidden'

interface FieldsFormProps {
  readonly resource: Resource
  readonly permission: Permission
  readonly onDone: (next: Permission) => void
}

function FieldsForm({ resource, permission, onDone }: FieldsFormProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [text, setText] = useState('')
  const [hidden, setHidden] = useState(permission.hidden ?? [])
  const [readOnly, setReadOnly] = useState(permission.readOnly ?? [])
  const without = (paths: readonly string[], path: string) => paths.filter((one) => one !== path)
  const put = (path: string, openness: Openness) => {
    setHidden((before) => (openness === 'hidden' ? [...without(before, path), path] : without(before, path)))
    setReadOnly((before) => (openness === 'readOnly' ? [...without(before, path), path] : without(before, path)))
  }
  const shown = closableFields(resource).filter(({ path }) =>
    labels.field(resource.name, path).toLowerCase().includes(text.toLowerCase()),
  )
  return (
    <Stack>
      <TextInput
        data-autofocus
        aria-label={t('access:fields.find')}
        placeholder={t('access:fields.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah="55dvh" type="auto">
        <Table verticalSpacing={4}>
          <Table.Tbody>
            {shown.map((one) => (
              <FieldRow key={one.path} {...one} resource={resource} hidden={hidden} readOnly={readOnly} onPut={put} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button onClick={() => onDone({ ...permission, hidden, readOnly })}>{t('access:fields.done')}</Button>
      </Group>
    </Stack>
  )
}

interface FieldRowProps extends ClosableField {
  readonly resource: Resource
  readonly hidden: readonly string[]
  readonly readOnly: readonly string[]
  readonly onPut: (path: string, openness: Openness) => void
}

function FieldRow({ path, field, depth, resource, hidden, readOnly, onPut }: FieldRowProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = labels.field(resource.name, path)
  const isWithin = (paths: readonly string[]) => paths.some((one) => path.startsWith(`${one}.`))
  const openness: Openness = hidden.includes(path) ? 'hidden' : readOnly.includes(path) ? 'readOnly' : 'open'
  const choices: readonly Openness[] = field.isReadOnly ? ['open', 'hidden'] : ['open', 'readOnly', 'hidden']
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} pl={`calc(${depth} * 1.25rem + 0.5rem)`}>
        {label}
      </Table.Th>
      <Table.Td ta="right">
        <SegmentedControl
          size="xs"
          aria-label={label}
          disabled={isWithin(hidden)}
          value={isWithin(hidden) ? 'hidden' : openness}
          onChange={(next) => onPut(path, next as Openness)}
          data={choices.map((value) => ({
            value,
            label: t(`access:fields.${value === 'open' && field.isReadOnly ? 'seen' : value}`),
          }))}
        />
      </Table.Td>
    </Table.Tr>
  )
}
