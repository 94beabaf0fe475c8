import { Checkbox, Input, SegmentedControl, Stack, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SCOPES, type Scope } from '../../../../server/src/model/rights.ts'
import type { Resource } from '../../api/resources.ts'
import { useResources } from '../../api/use-resources.tsx'
import type { InputProps } from '../../fields/field-kind.ts'
import { useLabels } from '../../i18n/locale.tsx'

type Narrowing = Readonly<Record<string, readonly Scope[]>>

const ALL = 'all'
const SOME = 'some'

/** Everything that its owner may use, or some resources only. */
export function NarrowingInput({ value, onChange, label, error, errors = {}, path, values = {} }: InputProps) {
  const { t } = useTranslation()
  const narrowing = value as Narrowing | null
  const held = (values.scopes ?? []) as readonly Scope[]
  const faults = Object.entries(errors).filter(([at]) => at.startsWith(`${path}.`))
  const fault = [error, ...faults.map(([, message]) => message)].filter(Boolean).join(' ')
  return (
    <Input.Wrapper label={label} labelElement="div" description={t('access:keys.narrowing')} error={fault || undefined}>
      <Stack gap="sm" align="flex-start" my="sm">
        <SegmentedControl
          aria-label={label}
          value={narrowing ? SOME : ALL}
          onChange={(next) => onChange(next === ALL ? null : {})}
          data={[
            { value: ALL, label: t('access:keys.allResources') },
            { value: SOME, label: t('access:keys.someResources') },
          ]}
        />
        {narrowing && <NarrowingTable label={label} narrowing={narrowing} held={held} onChange={onChange} />}
      </Stack>
    </Input.Wrapper>
  )
}

interface NarrowingTableProps {
  readonly label: string
  readonly narrowing: Narrowing
  /** The scopes of the key as a whole; no resource can have more. */
  readonly held: readonly Scope[]
  readonly onChange: (next: Narrowing) => void
}

function NarrowingTable({ label, narrowing, held, onChange }: NarrowingTableProps) {
  const labels = useLabels()
  const { t } = useTranslation()
  const resources = useResources()
  const toggle = (name: string, scope: Scope) => {
    const before = narrowing[name] ?? []
    const after = before.includes(scope) ? before.filter((one) => one !== scope) : [...before, scope]
    const { [name]: _, ...others } = narrowing
    onChange(after.length > 0 ? { ...others, [name]: after } : others)
  }
  return (
    <Table verticalSpacing={4} horizontalSpacing={6} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('settings:resource')}</Table.Th>
          {SCOPES.map((scope) => (
            <Table.Th key={scope} scope="col">
              {labels.choice(scope)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {resources.map((resource) => (
          <Table.Tr key={resource.name}>
            <Table.Th scope="row" fw={400}>
              {labels.many(resource)}
            </Table.Th>
            {SCOPES.map((scope) => (
              <Table.Td key={scope}>
                {scopesFor(resource).includes(scope) && (
                  <Checkbox
                    aria-label={`${labels.many(resource)}: ${labels.choice(scope)}`}
                    checked={narrowing[resource.name]?.includes(scope) ?? false}
                    disabled={!held.includes(scope)}
                    onChange={() => toggle(resource.name, scope)}
                  />
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Administration asks for one scope, whatever is done. */
const scopesFor = ({ administrative }: Resource): readonly Scope[] =>
  administrative ? ['admin'] : SCOPES.filter((scope) => scope !== 'admin')
