import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInOptionsQuery, ssoAddress, ssoReason } from '../../api/sign-in-options.ts'
import { Refusal } from '../../ui/refusal.tsx'

const REASONS = ['SSO_EMAIL_NOT_VERIFIED', 'SSO_USER_UNKNOWN', 'SSO_NO_ROLE'] as const

interface SingleSignOnProps {
  readonly children: ReactNode
  /** In another window, so that nothing of this page is lost; called when the user comes back. */
  readonly onReturn?: () => void
  /** The provider is to ask for the password, also if the user is signed in there. */
  readonly mustProve?: boolean | undefined
}

/** The button of single sign-on before the form for a password, which may be for emergencies only. */
export function SingleSignOn({ children, onReturn, mustProve }: SingleSignOnProps) {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(signInOptionsQuery)
  const [wantsPassword, setWantsPassword] = useState(false)
  if (isPending) return null
  if (!data?.sso) return children
  const reason = ssoReason()
  const known = REASONS.find((code) => code === reason) ?? 'SSO_FAILED'
  return (
    <>
      <Refusal reason={reason === null ? undefined : t(`security:sso.${known}`)} />
      <Button
        component="a"
        href={ssoAddress(mustProve)}
        {...(onReturn && { target: '_blank', onClick: () => onceFocused(onReturn) })}
        fullWidth
        mt={reason === null ? undefined : 'md'}
      >
        {t('security:sso.button', { name: data.sso })}
      </Button>
      {data.password || wantsPassword ? (
        <>
          <Divider my="lg" label={t('security:sso.or')} />
          {children}
        </>
      ) : (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => setWantsPassword(true)}>
          {t('security:sso.password')}
        </Button>
      )}
    </>
  )
}

const onceFocused = (then: () => void) => window.addEventListener('focus', then, { once: true })
