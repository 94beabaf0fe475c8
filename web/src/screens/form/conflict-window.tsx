import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Something that is not the same in both versions. */
export interface ConflictRow {
  readonly key: string
  readonly name: string
  readonly mine: ReactNode
  readonly theirs: ReactNode
}

export type ConflictChoice = 'mine' | 'theirs' | 'neither'

/** Shows both versions side by side, and asks which is to stand. */
export const resolveConflict = (rows: readonly ConflictRow[]): Promise<ConflictChoice> =>
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
      children: <BothVersions rows={rows} onAnswer={answer} />,
    })
  })

interface BothVersionsProps {
  readonly rows: readonly ConflictRow[]
  readonly onAnswer: (choice: ConflictChoice) => void
}

function BothVersions({ rows, onAnswer }: BothVersionsProps) {
  const { t } = useTranslation()
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
          {rows.map(({ key, name, mine, theirs }) => (
            <Table.Tr key={key}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{mine}</Table.Td>
              <Table.Td>{theirs}</Table.Td>
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
