import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** A password for another user, which has to be handed over. */
export function NewPasswordInput(props: InputProps) {
  const { value, onChange, values = {}, isNew } = props
  const { t } = useTranslation()
  const [isShown, shown] = useDisclosure()
  const password = String(value ?? '')
  if (values.type === 'service') {
    return (
      <Text size="sm" c="dimmed">
        {t('access:users.serviceHasNone')}
      </Text>
    )
  }
  return (
    <div>
      <PasswordInput
        {...commonProps(props)}
        description={isNew ? props.description : t('access:users.passwordKept')}
        aria-invalid={props.error !== undefined}
        autoComplete="new-password"
        value={password}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        visible={isShown}
        onVisibilityChange={shown.toggle}
        visibilityToggleButtonProps={{
          'aria-label': t('access:users.showPassword'),
          'aria-hidden': false,
          tabIndex: 0,
        }}
      />
      <Group gap={4} mt={4}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconSparkles size={14} />}
          onClick={() => {
            onChange(newPassword())
            shown.open()
          }}
        >
          {t('access:users.generate')}
        </Button>
        {password && isShown && <CopyButton value={password} label={t('common:copy')} />}
      </Group>
    </div>
  )
}

/** Without signs that look alike: it may be read aloud. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 20
const GROUP = 5

/** Four groups of five signs: 99 bits. */
function newPassword(): string {
  const signs: string[] = []
  while (signs.length < LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Whole multiples only, else the first signs would come more often.
    if (byte < 256 - (256 % SIGNS.length)) signs.push(SIGNS[byte % SIGNS.length]!)
  }
  return Array.from({ length: LENGTH / GROUP }, (_, index) =>
    signs.slice(index * GROUP, (index + 1) * GROUP).join(''),
  ).join('-')
}
