import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { OwnSignInCard } from './own-sign-in-card.tsx'
import { sessionsQuery } from './sessions-query.ts'

export function PasswordCard() {
  const client = useQueryClient()
  return (
    <OwnSignInCard
      area="password"
      name="newPassword"
      change={async (body) => {
        await call('POST /auth/password', { body })
        await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      }}
    />
  )
}
