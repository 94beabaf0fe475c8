import { Code, Group, Pill, Stack } from '@mantine/core'
import type { Row } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { FieldCell } from '../field.tsx'
import type { CellProps } from '../field-kind.ts'

export function ListCell({ field, value, row }: CellProps) {
  const labels = useLabels()
  const values = value as readonly unknown[]
  const of = field.of!
  if (values.length === 0) return '–'
  if (of.kind === 'group')
    return (
      <Stack gap={2}>
        {values.map((one, index) => (
          <FieldCell key={(one as Row).id ?? index} field={of} value={one} row={row} />
        ))}
      </Stack>
    )
  return (
    <Group gap={4}>
      {values.map((one) => (
        <Pill key={String(one)}>{of.kind === 'choice' ? labels.choice(String(one)) : String(one)}</Pill>
      ))}
    </Group>
  )
}

export const StructureCell = ({ value }: CellProps) => <Code block>{JSON.stringify(value, null, 2)}</Code>

/** `shop 1001`: the system, then the id that it knows the record by. */
export function ExternalIdsCell({ value }: CellProps) {
  const ids = Object.entries(value as Readonly<Record<string, string>>)
  if (ids.length === 0) return '–'
  return (
    <Group gap={4}>
      {ids.map(([system, id]) => (
        <Pill key={system}>
          {system} {id}
        </Pill>
      ))}
    </Group>
  )
}
