import type { Entry } from '../core/rules.ts'
import { auditEntry } from '../features/audit-entry.ts'
import { entryOf } from '../features/entry-of.ts'
import { messagesEntry } from '../features/mail/messages-entry.ts'
import type { Resource } from '../model/resource.ts'
import { accessTokens, roles, sessions, users } from './access.resources.ts'
import { apiKeys, apiKeyUses } from './api-keys/api-keys.resource.ts'
import { apiKeyActions, apiKeyStock } from './api-keys/key-actions.ts'
import { apiKeyRules } from './api-keys/key-rules.ts'
import { clientActions, clientStock } from './oauth/clients/client-actions.ts'
import { clientRules } from './oauth/clients/client-rules.ts'
import { oauthClients } from './oauth/clients/oauth-clients.resource.ts'
import { oauthArtifacts } from './oauth/oauth-artifacts.resource.ts'
import { passwordLinks } from './password-links/password-links.resource.ts'
import { roleRules, roleStock } from './roles/role-rules.ts'
import { resetTwoFactorAction } from './two-factor/reset-action.ts'
import { challenges, recoveryCodes, secondFactors } from './two-factor/two-factor.resources.ts'
import { userActions } from './users/user-actions.ts'
import { userRules, userStock } from './users/user-rules.ts'

/** All resources of users, roles and credentials. */
export const accessResources: readonly Resource[] = [
  roles,
  users,
  sessions,
  accessTokens,
  secondFactors,
  recoveryCodes,
  challenges,
  passwordLinks,
  apiKeys,
  apiKeyUses,
  oauthClients,
  oauthArtifacts,
]

/** What administers the service. `subjects` is all that a role can be given rights on; `origin` is put before links. */
export function administrationOf(subjects: readonly Resource[], origin = ''): Entry[] {
  const keyRules = apiKeyRules(subjects)
  const rules = userRules(subjects)
  const actions = [...userActions(rules, subjects, origin), resetTwoFactorAction(subjects)]
  return [
    entryOf(users, { rules, actions, stock: userStock, shippedRights: { manager: { can: ['read'] } } }),
    entryOf(roles, { rules: roleRules(subjects), stock: roleStock }),
    entryOf(apiKeys, { rules: keyRules, actions: apiKeyActions(keyRules, subjects), stock: apiKeyStock }),
    entryOf(oauthClients, { rules: clientRules, actions: clientActions, stock: clientStock }),
    messagesEntry,
    { ...auditEntry(subjects), shippedRights: { manager: { can: ['read'] } } },
  ]
}
