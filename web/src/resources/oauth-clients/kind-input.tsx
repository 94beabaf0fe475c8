import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../fields/field-kind.ts'

const SECRET = 'confidential'
const PUBLIC = 'public'

/** Whether the app can keep a secret; it decides how the app proves who it is. */
export function KindInput({ value, onChange, error }: InputProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('access:apps.kind')}
      error={error}
      value={value ? PUBLIC : SECRET}
      onChange={(next) => onChange(next === PUBLIC)}
    >
      <Stack gap="sm" mt="sm" mb="xs">
        {[SECRET, PUBLIC].map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`access:apps.${kind}.title`)}
            description={t(`access:apps.${kind}.text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
