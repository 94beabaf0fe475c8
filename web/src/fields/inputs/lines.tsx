import { ActionIcon, Button, Input, Table, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { FieldInput } from '../field.tsx'
import type { InputProps } from '../field-kind.ts'

type Line = Readonly<Record<string, unknown>>

/** Rows that can be added and removed; documents have a separate editor. */
export function LinesInput(props: InputProps) {
  const { field, value, onChange, label, description, error, path, resource, isDisabled } = props
  const { t } = useTranslation()
  const lines = (value ?? []) as readonly Line[]
  const keys = useKeys(lines.length)
  const parts = (field.fields ?? []).filter(({ isReadOnly }) => !isReadOnly)
  const remove = (index: number) => {
    keys.remove(index)
    onChange(lines.toSpliced(index, 1))
  }
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      required={props.isRequired ?? false}
      labelElement="div"
    >
      <Table.ScrollContainer minWidth={560} type="native">
        <Table verticalSpacing={4} aria-label={label}>
          <LinesHead parts={parts} path={path} resource={resource} />
          <Table.Tbody>
            {lines.map((line, index) => (
              <LineRow
                key={keys.at(index)}
                {...props}
                parts={parts}
                line={line}
                index={index}
                onChange={(next) => onChange(lines.with(index, next as Line))}
                onRemove={() => remove(index)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="xs"
        leftSection={<IconPlus size={15} />}
        disabled={isDisabled ?? false}
        onClick={() => onChange([...lines, {}])}
      >
        {t('common:addLine')}
      </Button>
    </Input.Wrapper>
  )
}

function LinesHead({ parts, path, resource }: Pick<InputProps, 'path' | 'resource'> & { parts: readonly Field[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <Table.Thead>
      <Table.Tr>
        {parts.map((part) => (
          <Table.Th key={part.name} scope="col">
            {labels.field(resource, `${path}.${part.name}`)}
          </Table.Th>
        ))}
        <Table.Th w={44}>
          <VisuallyHidden>{t('common:remove')}</VisuallyHidden>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  )
}

interface LineRowProps extends InputProps {
  readonly parts: readonly Field[]
  readonly line: Line
  readonly index: number
  readonly onRemove: () => void
}

function LineRow({ parts, line, index, path, resource, errors = {}, isDisabled, onChange, onRemove }: LineRowProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <Table.Tr>
      {parts.map((part) => (
        <Table.Td key={part.name} valign="top">
          <FieldInput
            field={part}
            isBare
            path={`${path}.${index}.${part.name}`}
            label={`${labels.field(resource, `${path}.${part.name}`)}, ${t('common:line', { number: index + 1 })}`}
            value={line[part.name] ?? null}
            onChange={(next) => onChange({ ...line, [part.name]: next })}
            error={errors[`${path}.${index}.${part.name}`]}
            isDisabled={isDisabled}
            resource={resource}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('common:removeLine', { number: index + 1 })}
          disabled={isDisabled ?? false}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

/** A new line has no id yet, but React needs a key. */
function useKeys(count: number) {
  const kept = useRef<{ next: number; keys: number[] }>({ next: 0, keys: [] })
  const { keys } = kept.current
  while (keys.length < count) keys.push(kept.current.next++)
  keys.length = count
  return { at: (index: number) => keys[index], remove: (index: number) => void keys.splice(index, 1) }
}
