import { defineRules } from '../../core/rules.ts'
import { foldCase } from '../../model/fold.ts'
import { users } from '../access.resources.ts'
import { roleNamed } from './user-guards.ts'

export const userRules = defineRules(users, {
  // Whoever compares roles compares names: they must be spelt alike.
  derive: async ({ email, role }, ctx) => ({
    email: foldCase(email.trim()),
    role: (await roleNamed(ctx, role)).name,
  }),
  check: ({ type, passwordHash }) =>
    type === 'service' && passwordHash
      ? [{ field: 'type', message: 'A service has no password: it signs in by API keys.' }]
      : [],
})
