import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rereadSecurity } from './access-queries.ts'
import { OwnSignInCard } from './own-sign-in-card.tsx'

export function PasswordCard() {
  const client = useQueryClient()
  return (
    <OwnSignInCard
      area="password"
      name="newPassword"
      change={async (body) => {
        await call('POST /auth/password', { body })
        await rereadSecurity(client)
      }}
    />
  )
}
