import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ForgotPasswordForm } from './entrance/forgot-password-form.tsx'
import { SetPasswordPage } from './entrance/set-password-page.tsx'
import { SET_PASSWORD } from './entrance/set-password-path.ts'
import { SignInFrame } from './entrance/sign-in-frame.tsx'
import { SingleSignOn } from './entrance/single-sign-on.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** All pages for users who are not signed in: they share one chunk. */
export const SignInPage = () => (location.pathname === SET_PASSWORD ? <SetPasswordPage /> : <SignIn />)

function SignIn() {
  const { t } = useTranslation()
  const [isForgotten, setForgotten] = useState(false)
  const title = t(isForgotten ? 'security:forgotPassword.title' : 'shell:signIn.title')
  const text = t(isForgotten ? 'security:forgotPassword.text' : 'shell:signIn.text')
  const turn = (
    <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setForgotten(!isForgotten)}>
      {t(isForgotten ? 'security:forgotPassword.back' : 'security:forgotPassword.open')}
    </Anchor>
  )
  return (
    <SignInFrame title={title} text={text}>
      {isForgotten ? (
        <>
          <ForgotPasswordForm />
          {turn}
        </>
      ) : (
        <SingleSignOn>
          <SignInForm />
          {turn}
        </SingleSignOn>
      )}
    </SignInFrame>
  )
}
