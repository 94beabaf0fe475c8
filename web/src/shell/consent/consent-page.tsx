import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../../api/api-error.ts'
import { session } from '../../api/session.ts'
import { useSession } from '../../api/use-session.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { SignInFrame } from '../entrance/sign-in-frame.tsx'
import { Starting } from '../starting.tsx'
import { type Asked, leaveFor, send } from './app-request.ts'
import { Destination, Scopes, Withheld } from './asked-scopes.tsx'
import { DenyButton } from './deny-button.tsx'
import { useAnswer } from './use-answer.ts'

/** Between an app and its grant. The server decides what comes first: a sign-in, the consent of the user, or neither. */
export function ConsentPage() {
  const { phase } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['app-request', 'continue', phase],
    queryFn: () => send('continue'),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const returnTo = data?.returnTo
  useEffect(() => {
    if (returnTo) leaveFor(returnTo)
  }, [returnTo])
  if (error) return <Stopped error={error} onRetry={() => void refetch()} />
  return data?.asked ? <Consent asked={data.asked} onChanged={() => void refetch()} /> : <Starting />
}

function Stopped({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <SignInFrame title={t('security:consent.stopped')}>
      <Stack mt="md">
        <Refusal reason={error.message} />
        {!isStatus(error, 400) && (
          <Group grow>
            <Button onClick={onRetry}>{t('errors:retry')}</Button>
            <DenyButton label={t('common:cancel')} />
          </Group>
        )}
      </Stack>
    </SignInFrame>
  )
}

interface ConsentProps {
  readonly asked: Asked
  /** Another user may have signed in in another tab. */
  readonly onChanged: () => void
}

function Consent({ asked, onChanged }: ConsentProps) {
  const { t } = useTranslation()
  const { fault, isBusy, answer } = useAnswer('allow')
  const { app, user, redirectUri, allowed, withheld } = asked
  const allow = async () => {
    const refusal = await answer()
    if (isStatus(refusal, 400)) onChanged()
  }
  return (
    <SignInFrame isWide title={t('security:consent.question', { app })} text={t('security:consent.user', user)}>
      <Stack>
        <Anchor component="button" type="button" size="sm" ta="start" mt={-8} onClick={() => session.signOut()}>
          {t('security:consent.another')}
        </Anchor>
        {allowed.length > 0 ? <Scopes scopes={allowed} /> : <Refusal reason={t('security:consent.none')} />}
        <Withheld scopes={withheld} />
        <Destination redirectUri={redirectUri} />
        <Refusal reason={fault} />
        <Group grow>
          {allowed.length > 0 && (
            <Button loading={isBusy} onClick={allow}>
              {t('security:consent.allow')}
            </Button>
          )}
          <DenyButton label={t('security:consent.deny')} />
        </Group>
      </Stack>
    </SignInFrame>
  )
}
