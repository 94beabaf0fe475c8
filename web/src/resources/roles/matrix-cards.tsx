import '@mantine/core/styles/Fieldset.layer.css'
import { Checkbox, Fieldset, Group, Pill, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RIGHTS } from '../../../../server/src/model/rights.ts'
import { FieldsButton } from './fields-window.tsx'
import type { MatrixGroup, MatrixRow } from './matrix-row.ts'
import { isOffered, RowName } from './matrix-table.tsx'
import { withRight } from './permissions.ts'

/** The same matrix, resource by resource. */
export function MatrixCards({ groups }: { groups: readonly MatrixGroup[] }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md" mt="sm">
      {groups.map(({ id, rows }) => (
        <Stack key={id} gap="sm">
          <Title order={3}>{t(`access:roles.groups.${id}`)}</Title>
          {rows.map((row) => (
            <Fieldset key={row.name} legend={<RowName row={row} />} p="sm">
              {row.change ? <Choices row={row} change={row.change} /> : <Rights row={row} />}
              {row.resource && <FieldsButton row={row} resource={row.resource} />}
            </Fieldset>
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

function Choices({ row, change }: { row: MatrixRow; change: NonNullable<MatrixRow['change']> }) {
  const { t } = useTranslation()
  const { permission } = row
  return (
    <SimpleGrid cols={2} spacing="xs" mb="xs">
      {RIGHTS.filter((right) => isOffered(row, right)).map((right) => (
        <Checkbox
          key={right}
          label={t(`access:rights.${right}.title`)}
          checked={permission.can.includes(right)}
          onChange={() => change(withRight(permission, right))}
        />
      ))}
      <Checkbox
        label={t('access:rights.own.title')}
        checked={permission.own ?? false}
        disabled={permission.can.length === 0}
        onChange={() => change({ ...permission, own: !permission.own })}
      />
    </SimpleGrid>
  )
}

function Rights({ row: { permission } }: { row: MatrixRow }) {
  const { t } = useTranslation()
  if (permission.can.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('access:roles.nothing')}
      </Text>
    )
  }
  return (
    <Group gap={4}>
      {permission.can.map((right) => (
        <Pill key={right}>{t(`access:rights.${right}.title`)}</Pill>
      ))}
      {permission.own && <Pill>{t('access:rights.own.title')}</Pill>}
    </Group>
  )
}
