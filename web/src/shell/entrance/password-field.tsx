import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password whose button to show it can be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  const toggle = { 'aria-label': t('shell:signIn.showPassword'), 'aria-hidden': false, tabIndex: 0 } as const
  return <PasswordInput {...props} visibilityToggleButtonProps={toggle} />
}
