import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Field, Row } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { FieldCell } from '../field.tsx'
import type { CellProps } from '../field-kind.ts'
import { useKinds } from '../kinds-context.ts'
import classes from './lines.module.css'

type Line = Readonly<Record<string, unknown>>

/** In a list there is room for their number only. */
export function LinesCell({ value }: CellProps) {
  const { t } = useTranslation()
  return t('common:lines', { count: (value as readonly unknown[]).length })
}

/** All lines as a table. */
export function LinesTable({ resource, field, lines }: { resource: string; field: Field; lines: readonly Line[] }) {
  const labels = useLabels()
  const kinds = useKinds()
  const shown = shownParts(field, lines)
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table className={classes.lines} aria-label={labels.field(resource, field.name)}>
        <Table.Thead>
          <Table.Tr>
            {shown.map((part) => (
              <Table.Th key={part.name} scope="col" ta={kinds[part.kind].isNumeric && 'right'}>
                {labels.field(resource, `${field.name}.${part.name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line, index) => (
            <Table.Tr key={String(line.id ?? index)}>
              {shown.map((part) => (
                <Table.Td key={part.name} ta={kinds[part.kind].isNumeric && 'right'}>
                  <FieldCell field={part} value={line[part.name]} row={line as Row} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A name that is shown in the cell of its reference needs no column, nor does a field that no line has. */
function shownParts({ fields = [] }: Field, lines: readonly Line[]): readonly Field[] {
  const refs = fields.filter(({ kind }) => kind === 'ref').map(({ name }) => `${name}Name`)
  return fields.filter(({ name }) => !refs.includes(name) && lines.some((line) => (line[name] ?? '') !== ''))
}
