import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { forgetAll } from '../../api/records.ts'
import { allows, fieldOf } from '../../api/resources.ts'
import { session } from '../../api/session.ts'
import { useResource } from '../../api/use-resources.tsx'
import { OwnSignInCard } from './own-sign-in-card.tsx'

/** Only for users whose role may change e-mail addresses; the others ask an administrator. */
export function EmailCard() {
  const client = useQueryClient()
  const users = useResource('users')
  const email = users && fieldOf(users, 'email')
  if (!email || email.isReadOnly || !allows(users, 'update')) return null
  return (
    <OwnSignInCard
      area="email"
      name="email"
      change={async (body) => {
        await call('POST /auth/email', { body })
        await session.refresh()
        await forgetAll(client)
      }}
    />
  )
}
