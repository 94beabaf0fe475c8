import { Button, Card, Group, Table, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { own } from '../../../../server/src/model/keys/own.ts'
import type { Resource } from '../../api/resources.ts'
import { useResources } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { SearchSelect } from '../../ui/pickers/search-select.tsx'
import { useSettled } from '../../ui/settle.ts'
import { externalPathFor, fillable, labelOf } from './fillable.ts'
import type { Import, Mapping } from './import-api.ts'

interface MappingFormProps {
  readonly data: Import
  readonly target: Resource
  readonly check: (mapping: Mapping) => Promise<void>
}

/** Which column goes into which field; guessed by the server, mended here. */
export function MappingForm({ data, target, check }: MappingFormProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [mapping, setMapping] = useState<Mapping>(data.mapping ?? {})
  const [isBusy, setBusy] = useState(false)
  const paths = fillable(target, useResources())
  const choicesFor = (column: string) => {
    const further = [own(data.mapping ?? {}, column), own(mapping, column), externalPathFor(target, column)]
    const all = new Set([...paths, ...further.filter((path) => path !== undefined)])
    return [...all].map((path) => ({ id: path, label: labelOf(labels, target, path) }))
  }
  const choose = (column: string, path: string | null) => {
    const { [column]: _, ...others } = mapping
    setMapping(path ? { ...others, [column]: path } : others)
  }
  const element = useRef<HTMLDivElement>(null)
  const submit = useSettled(element, () => {
    setBusy(true)
    return check(mapping).finally(() => setBusy(false))
  })
  return (
    <Card padding={0} component="section" ref={element} aria-label={t('import:mapping')}>
      <Title order={2} px="lg" pt="lg" pb="xs">
        {t('import:mapping')}
      </Title>
      <Table horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import:column')}</Table.Th>
            <Table.Th>{t('import:sample')}</Table.Th>
            <Table.Th w={280}>{t('import:field')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.columns.map((column, index) => (
            <ColumnRow
              key={column}
              column={column}
              sample={data.sample.map((row) => row[index])}
              choices={choicesFor(column)}
              path={own(mapping, column) ?? null}
              onChange={(path) => choose(column, path)}
            />
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" p="lg">
        <Button variant="light" onClick={() => void submit()} loading={isBusy}>
          {t('import:check')}
        </Button>
      </Group>
    </Card>
  )
}

interface ColumnRowProps {
  readonly column: string
  readonly sample: readonly (string | undefined)[]
  readonly choices: readonly { readonly id: string; readonly label: string }[]
  readonly path: string | null
  readonly onChange: (path: string | null) => void
}

/** One column of the file, and the field that it goes into. */
function ColumnRow({ column, sample, choices, path, onChange }: ColumnRowProps) {
  const { t } = useTranslation()
  return (
    <Table.Tr>
      <Table.Td fw={500}>{column}</Table.Td>
      <Table.Td>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {sample.filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <SearchSelect
          aria-label={t('import:fieldFor', { column })}
          placeholder={t('import:leftOut')}
          options={choices}
          value={path}
          onChange={onChange}
          isClearable
          size="xs"
        />
      </Table.Td>
    </Table.Tr>
  )
}
