import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource } from '../../../api/resources.ts'
import { FieldCell } from '../../../fields/field.tsx'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import type { ConflictChoice } from '../../../screens/form/conflict-window.tsx'
import { isSame } from '../../../screens/form/form-values.ts'
import { type Line, NUMBERS } from '../lines/lines.ts'
import type { Draft } from './draft.ts'

interface Conflict {
  readonly resource: Resource
  readonly base: Draft
  readonly mine: Draft
  readonly theirs: Draft
}

/** Shows both versions of a document side by side, line by line, and asks which is to stand. */
export const resolveDocumentConflict = (conflict: Conflict): Promise<ConflictChoice> =>
  new Promise((resolve) => {
    const id = modals.open({
      size: 'xl',
      title: i18next.t('records:conflict.title'),
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      onClose: () => resolve('neither'),
      children: (
        <BothVersions
          {...conflict}
          onAnswer={(choice) => {
            resolve(choice)
            modals.close(id)
          }}
        />
      ),
    })
  })

function BothVersions({
  resource,
  base,
  mine,
  theirs,
  onAnswer,
}: Conflict & { onAnswer: (c: ConflictChoice) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const touched = Object.keys(mine.values).filter(
    (name) => !isSame(mine.values[name], base.values[name]) || !isSame(theirs.values[name], base.values[name]),
  )
  const value = (name: string, { values }: Draft) => (
    <FieldCell field={fieldOf(resource, name)!} value={values[name]} row={{ id: '', ...values }} />
  )
  return (
    <Stack>
      <Text size="sm">{t('records:conflict.text')}</Text>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('records:conflict.field')}</Table.Th>
            <Table.Th>{t('records:conflict.mine')}</Table.Th>
            <Table.Th>{t('records:conflict.theirs')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {touched.map((name) => (
            <Both
              key={name}
              name={labels.field(resource.name, name)}
              mine={value(name, mine)}
              theirs={value(name, theirs)}
            />
          ))}
          {differingLines(mine.lines, theirs.lines).map(([one, other]) => {
            const { key, itemName } = (one ?? other)!
            return (
              <Both key={key} name={itemName} mine={<LineTerms line={one} />} theirs={<LineTerms line={other} />} />
            )
          })}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onAnswer('theirs')}>
          {t('records:conflict.takeTheirs')}
        </Button>
        <Button onClick={() => onAnswer('mine')}>{t('records:conflict.keepMine')}</Button>
      </Group>
    </Stack>
  )
}

const Both = ({ name, mine, theirs }: { name: string; mine: ReactNode; theirs: ReactNode }) => (
  <Table.Tr>
    <Table.Td>{name}</Table.Td>
    <Table.Td>{mine}</Table.Td>
    <Table.Td>{theirs}</Table.Td>
  </Table.Tr>
)

function LineTerms({ line }: { line: Line | undefined }) {
  const format = useFormat()
  if (!line) return '–'
  const { quantity, uom, rate, discount } = line
  const less = discount ? ` − ${format.percent(discount)}` : ''
  return `${format.number(quantity ?? 0)} ${uom}${rate === null ? '' : ` × ${format.money(rate)}${less}`}`
}

/** Lines that are not the same in both; a line that only one of them has stands alone. */
function differingLines(
  mine: readonly Line[],
  theirs: readonly Line[],
): readonly (readonly [Line | undefined, Line | undefined])[] {
  const byId = new Map(theirs.map((line) => [line.id, line]))
  const kept = new Set(mine.map(({ id }) => id))
  const isEqual = (one: Line, other: Line) =>
    one.item === other.item && NUMBERS.every((name) => one[name] === other[name])
  return [
    ...mine.map((line) => [line, line.id ? byId.get(line.id) : undefined] as const),
    ...theirs.filter(({ id }) => !kept.has(id)).map((line) => [undefined, line] as const),
  ].filter(([one, other]) => !one || !other || !isEqual(one, other))
}
