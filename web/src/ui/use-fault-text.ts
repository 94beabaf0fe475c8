import { useTranslation } from 'react-i18next'
import { isCode } from '../api/api-error.ts'
import { PasskeyCancelled } from '../api/passkeys.ts'

/** Why a proof of identity was not accepted, in the language of the user. */
export function useFaultText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (error instanceof PasskeyCancelled)
      return t(error.isKnown ? 'security:passkeys.known' : 'security:passkeys.cancelled')
    if (isCode(error, 'TOO_MANY_ATTEMPTS')) return t('security:signIn.tooMany', { count: error.retryAfter ?? 1 })
    if (isCode(error, 'INVALID_CREDENTIALS')) return t('security:confirm.wrong')
    if (isCode(error, 'INVALID_SECOND_FACTOR')) return t('security:signIn.wrong')
    return (error as Error).message
  }
}
