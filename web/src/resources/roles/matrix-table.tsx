import { ActionIcon, Checkbox, Group, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RIGHTS, type Right } from '../../../../server/src/model/rights.ts'
import { FieldsButton } from './fields-window.tsx'
import classes from './matrix.module.css'
import type { MatrixGroup, MatrixRow } from './matrix-row.ts'
import { rightsOf, withRight } from './permissions.ts'

export function MatrixTable({ groups }: { groups: readonly MatrixGroup[] }) {
  const { t } = useTranslation()
  return (
    <Table className={classes.matrix} verticalSpacing={4} mt="sm" aria-label={t('access:roles.permissions')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('settings:resource')}</Table.Th>
          {RIGHTS.map((right) => (
            <Table.Th key={right} scope="col" className={classes.right}>
              <Tooltip label={t(`access:rights.${right}.text`)} multiline maw={240}>
                <span>{t(`access:rights.${right}.title`)}</span>
              </Tooltip>
            </Table.Th>
          ))}
          <Table.Th scope="col" className={classes.right}>
            <Tooltip label={t('access:rights.own.text')} multiline maw={240}>
              <span>{t('access:rights.own.title')}</span>
            </Tooltip>
          </Table.Th>
          <Table.Th scope="col">{t('access:roles.fields')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {groups.map(({ id, rows }) => (
        <Table.Tbody key={id}>
          <Table.Tr className={classes.group}>
            <Table.Th colSpan={RIGHTS.length + 3} scope="rowgroup">
              {t(`access:roles.groups.${id}`)}
            </Table.Th>
          </Table.Tr>
          {rows.map((row) => (
            <ResourceRow key={row.name} row={row} />
          ))}
        </Table.Tbody>
      ))}
    </Table>
  )
}

function ResourceRow({ row }: { row: MatrixRow }) {
  return (
    <Table.Tr data-inherited={row.isInherited || undefined}>
      <Table.Th scope="row" className={classes.name}>
        <RowName row={row} />
      </Table.Th>
      {RIGHTS.map((right) => (
        <Table.Td key={right} className={classes.right}>
          <RightMark row={row} right={right} />
        </Table.Td>
      ))}
      <Table.Td className={classes.right}>
        <OwnMark row={row} />
      </Table.Td>
      <Table.Td>{row.resource && <FieldsButton row={row} resource={row.resource} />}</Table.Td>
    </Table.Tr>
  )
}

export function RowName({ row: { label, isInherited, reset } }: { row: MatrixRow }) {
  const { t } = useTranslation()
  return (
    <Group gap={4} wrap="nowrap">
      <span>{label}</span>
      {isInherited && (
        <Text span size="xs" c="dimmed" fw={400}>
          {t('access:roles.inherited')}
        </Text>
      )}
      {reset && (
        <Tooltip label={t('access:roles.reset')}>
          <ActionIcon
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`${label}: ${t('access:roles.reset')}`}
            onClick={reset}
          >
            <IconArrowBackUp size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

/** A right that means nothing for the resource is left out, unless the role has it all the same. */
export const isOffered = ({ resource, permission }: MatrixRow, right: Right): boolean =>
  rightsOf(resource).includes(right) || permission.can.includes(right)

function RightMark({ row, right }: { row: MatrixRow; right: Right }) {
  const { t } = useTranslation()
  const { permission, change, label } = row
  if (!isOffered(row, right)) return null
  const name = `${label}: ${t(`access:rights.${right}.title`)}`
  const isHeld = permission.can.includes(right)
  if (!change) return <Mark isHeld={isHeld} name={name} />
  return (
    <Checkbox
      aria-label={name}
      size="xs"
      className={classes.tick}
      variant={row.isInherited ? 'outline' : 'filled'}
      checked={isHeld}
      onChange={() => change(withRight(permission, right))}
    />
  )
}

function OwnMark({ row }: { row: MatrixRow }) {
  const { t } = useTranslation()
  const { permission, change, label } = row
  const name = `${label}: ${t('access:rights.own.title')}`
  const isOwn = permission.own ?? false
  if (!change) return isOwn ? <Mark isHeld name={name} /> : null
  return (
    <Checkbox
      aria-label={name}
      size="xs"
      className={classes.tick}
      checked={isOwn}
      disabled={permission.can.length === 0}
      onChange={() => change({ ...permission, own: !isOwn })}
    />
  )
}

function Mark({ isHeld, name }: { isHeld: boolean; name: string }) {
  const { t } = useTranslation()
  return (
    <>
      {isHeld ? <IconCheck size={16} aria-hidden /> : <span className={classes.none}>·</span>}
      <VisuallyHidden>
        {name}, {isHeld ? t('common:yes') : t('common:no')}
      </VisuallyHidden>
    </>
  )
}
