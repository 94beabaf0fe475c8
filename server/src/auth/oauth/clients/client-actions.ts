import { type Action, writeAction } from '../../../core/action.ts'
import { createRecord } from '../../../core/changes.ts'
import { faultsProblem } from '../../../core/problem.ts'
import type { Stock } from '../../../core/stock-actions.ts'
import { msg } from '../../../model/message.ts'
import { fieldsOf } from '../../../model/resource.ts'
import { clientRules } from './client-rules.ts'
import { mintSecret } from './client-secrets.ts'
import { type OAuthClient, oauthClients } from './oauth-clients.resource.ts'

export const clientStock: Stock = {
  update: {
    sessionOnly: true,
    needsProof: true,
    summary: 'Update an app',
    description: 'Switching it off ends everything that it was given; it has to ask its users again.',
  },
  delete: { summary: 'Delete an app', description: 'Its tokens are refused from the next request on.' },
}

/** Beyond what every resource can do: secrets that are shown once. */
export const clientActions: readonly Action[] = [
  writeAction({
    name: 'create',
    method: 'POST',
    path: '',
    summary: 'Register an app',
    description: 'The answer holds `clientId` and, this once, `clientSecret`; a public app has none.',
    access: 'create',
    sessionOnly: true,
    needsProof: true,
    input: fieldsOf(oauthClients),
    mode: 'create',
    sensitive: true,
    status: 201,
    async run(ctx, { input }) {
      const { clientSecret, secretHash } = mintSecret()
      const isPublic = input.isPublic === true
      const values = isPublic ? input : { ...input, secretHash }
      const record = await createRecord(ctx, oauthClients, clientRules, values)
      return { record: isPublic ? record : { ...record, clientSecret } }
    },
  }),
  writeAction({
    name: 'rotate-secret',
    method: 'POST',
    path: '/:id/rotate-secret',
    summary: 'Give an app a new secret',
    description: 'The old one is refused at once. Tokens stay good.',
    access: 'update',
    sessionOnly: true,
    needsProof: true,
    sensitive: true,
    status: 200,
    problems: ['VALIDATION_ERROR'],
    blocker: ({ isPublic }: OAuthClient) =>
      isPublic ? faultsProblem([{ field: 'isPublic', message: msg`A public app has no secret.` }]) : undefined,
    async run({ records }, { id }) {
      const client = await records.lock(oauthClients, id)
      const { clientSecret, secretHash } = mintSecret()
      const record = await records.update(oauthClients, client, { secretHash })
      records.note({ action: 'rotate-secret', resource: oauthClients.name, recordId: id })
      return { record: { ...record, clientSecret } }
    },
  }),
]
