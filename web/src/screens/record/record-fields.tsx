import { Card, Grid, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Field, Resource, Row } from '../../api/resources.ts'
import { LinesTable } from '../../fields/cells/lines.tsx'
import { FieldCell } from '../../fields/field.tsx'
import { isLongText } from '../../fields/field-kind.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { useCustomisation } from '../customisation.ts'
import { Panel } from './panel.tsx'
import classes from './record.module.css'

const SYSTEM = new Set(['id', 'createdAt', 'updatedAt', 'createdBy', 'version'])

interface RecordProps {
  readonly resource: Resource
  readonly row: Row
}

const isFilled = (value: unknown) =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  !(typeof value === 'object' && Object.keys(value).length === 0)

/** All that the record holds: plain values together, a card for each group, a table for lines. */
export function RecordFields({ resource, row }: RecordProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { hiddenFields = [], shownElsewhere = [] } = useCustomisation(resource.name)
  const refNames = resource.fields.filter(({ kind }) => kind === 'ref').map(({ name }) => `${name}Name`)
  const left = new Set([...hiddenFields, ...shownElsewhere, ...refNames, 'allowedTransitions'])
  const shown = resource.fields.filter(({ name, isWriteOnly }) => !left.has(name) && !isWriteOnly)
  const plain = shown.filter(({ name, kind }) => !SYSTEM.has(name) && kind !== 'group' && kind !== 'lines')
  const groups = shown.filter(({ kind }) => kind === 'group')
  const lines = shown.filter(({ kind }) => kind === 'lines')
  const system = shown.filter(({ name }) => SYSTEM.has(name))
  const values = (fields: readonly Field[], prefix = '', of: Row = row) => (
    <Values resource={resource} fields={fields} prefix={prefix} row={of} />
  )
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 9 }}>
        <Stack gap="md">
          <Card>{values(plain)}</Card>
          {lines.map((field) => (
            <Panel key={field.name} title={labels.field(resource.name, field.name)} isFlush>
              <LinesTable resource={resource.name} field={field} lines={(row[field.name] ?? []) as readonly Row[]} />
            </Panel>
          ))}
          {groups.map((field) => (
            <Panel key={field.name} title={labels.field(resource.name, field.name)}>
              {values(field.fields ?? [], `${field.name}.`, (row[field.name] ?? {}) as Row)}
            </Panel>
          ))}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 3 }}>
        <Panel title={t('records:system')}>
          <Stack component="dl" gap="sm" className={classes.values}>
            {system.map((field) => (
              <Value key={field.name} resource={resource} field={field} path={field.name} row={row} />
            ))}
          </Stack>
        </Panel>
      </Grid.Col>
    </Grid>
  )
}

interface ValuesProps extends RecordProps {
  readonly fields: readonly Field[]
  readonly prefix: string
}

function Values({ resource, fields, prefix, row }: ValuesProps) {
  const { t } = useTranslation()
  const filled = fields.filter(({ name }) => isFilled(row[name]))
  const isLong = (field: Field) =>
    field.kind === 'list' || field.kind === 'map' || field.kind === 'json' || isLongText(field)
  if (filled.length === 0) return <Text c="dimmed">{t('records:nothing')}</Text>
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 1, xs: 2, md: 3 }}
      spacing="lg"
      verticalSpacing="md"
      className={classes.values}
    >
      {[...filled.filter((field) => !isLong(field)), ...filled.filter(isLong)].map((field) => (
        <Value key={field.name} {...{ resource, field, row }} path={prefix + field.name} isWide={isLong(field)} />
      ))}
    </SimpleGrid>
  )
}

interface ValueProps extends RecordProps {
  readonly field: Field
  readonly path: string
  readonly isWide?: boolean
}

/** Nothing but this may stand between a list of descriptions and its entries. */
function Value({ resource, field, path, row, isWide }: ValueProps) {
  const labels = useLabels()
  const { cells = {} } = useCustomisation(resource.name)
  return (
    <div className={isWide ? classes.wide : undefined}>
      <Text component="dt" size="xs" c="dimmed" mb={2}>
        {labels.field(resource.name, path)}
      </Text>
      <Text component="dd" size="sm" m={0} className={classes.value}>
        <FieldCell field={field} value={row[field.name]} row={row} custom={cells[path]} />
      </Text>
    </div>
  )
}
