import { Checkbox, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SCOPES } from '../../../../server/src/model/rights.ts'
import type { InputProps } from '../../fields/field-kind.ts'

/** What a key or an app may be used for, in plain words. */
export function ScopesInput({ value, onChange, label, description, error, isRequired, path }: InputProps) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={error}
      required={isRequired ?? false}
      value={(value as string[] | null) ?? []}
      onChange={onChange}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="sm" mb={error ? 'xs' : 0}>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`settings:scopes.${scope}.title`)}
            description={t(`settings:scopes.${scope}.text`)}
            aria-invalid={error !== undefined}
            data-path={`${path}.${scope}`}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
