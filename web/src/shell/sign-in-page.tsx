import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../ui/refusal.tsx'
import { type AppRequest, appRequestQuery } from './consent/app-request.ts'
import { DenyButton } from './consent/deny-button.tsx'
import { isForApp } from './consent/is-for-app.ts'
import { ForgotPasswordForm } from './entrance/forgot-password-form.tsx'
import { SetPasswordPage } from './entrance/set-password-page.tsx'
import { SET_PASSWORD } from './entrance/set-password-path.ts'
import { SignInFrame } from './entrance/sign-in-frame.tsx'
import { SingleSignOn } from './entrance/single-sign-on.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { Starting } from './starting.tsx'

/** All pages for users who are not signed in: they share one chunk. */
export function SignInPage() {
  if (location.pathname === SET_PASSWORD) return <SetPasswordPage />
  return isForApp() ? <SignInForApp /> : <SignIn />
}

function SignInForApp() {
  const { t } = useTranslation()
  const { data, error } = useQuery(appRequestQuery)
  if (data) return <SignIn request={data} />
  if (!error) return <Starting />
  return (
    <SignInFrame title={t('shell:signIn.title')}>
      <Refusal reason={error.message} mt="md" />
    </SignInFrame>
  )
}

/** `request`: of the app that the user signs in for. */
function SignIn({ request }: { request?: AppRequest }) {
  const { t } = useTranslation()
  const [isForgotten, setForgotten] = useState(false)
  const title = t(isForgotten ? 'security:forgotPassword.title' : 'shell:signIn.title')
  const greeting = request ? t('security:signIn.forApp', { app: request.app }) : t('shell:signIn.text')
  const text = isForgotten ? t('security:forgotPassword.text') : greeting
  const turn = (
    <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setForgotten(!isForgotten)}>
      {t(isForgotten ? 'security:forgotPassword.back' : 'security:forgotPassword.open')}
    </Anchor>
  )
  return (
    <SignInFrame title={title} text={text} below={request && <DenyButton label={t('common:cancel')} />}>
      {isForgotten ? (
        <>
          <ForgotPasswordForm />
          {turn}
        </>
      ) : (
        <SingleSignOn mustProve={request?.mustProve}>
          <SignInForm hint={request?.loginHint} />
          {turn}
        </SingleSignOn>
      )}
    </SignInFrame>
  )
}
