import { defineRules } from '../../core/rules.ts'
import { foldCase } from '../../model/fold.ts'
import { users } from '../access.resources.ts'

export const userRules = defineRules(users, {
  derive: ({ email }) => ({ email: foldCase(email.trim()) }),
  check: ({ type, passwordHash }) =>
    type === 'service' && passwordHash
      ? [{ field: 'type', message: 'A service has no password: it signs in by API keys.' }]
      : [],
})
