import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Field, Resource } from '../../api/resources.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { isSame, type Values } from './form-values.ts'

interface Conflict {
  readonly resource: Resource
  readonly fields: readonly Field[]
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
}

export type ConflictChoice = 'mine' | 'theirs' | 'neither'

/** Shows both versions side by side, and asks which is to stand. */
export const resolveConflict = (conflict: Conflict): Promise<ConflictChoice> =>
  new Promise((resolve) => {
    const answer = (choice: ConflictChoice) => {
      resolve(choice)
      modals.close(id)
    }
    const id = modals.open({
      size: 'xl',
      title: i18next.t('records:conflict.title'),
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      onClose: () => resolve('neither'),
      children: <BothVersions {...conflict} onAnswer={answer} />,
    })
  })

function BothVersions({
  resource,
  fields,
  base,
  mine,
  theirs,
  onAnswer,
}: Conflict & { onAnswer: (choice: ConflictChoice) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const touched = fields.filter(({ name }) => !isSame(mine[name], base[name]) || !isSame(theirs[name], base[name]))
  const cell = (field: Field, values: Values) => (
    <FieldCell field={field} value={values[field.name]} row={{ id: '', ...values }} />
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
          {touched.map((field) => (
            <Table.Tr key={field.name}>
              <Table.Td>{labels.field(resource.name, field.name)}</Table.Td>
              <Table.Td>{cell(field, mine)}</Table.Td>
              <Table.Td>{cell(field, theirs)}</Table.Td>
            </Table.Tr>
          ))}
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
