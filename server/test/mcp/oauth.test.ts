import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { CALLBACK, type Site, siteFor } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { createItem } from '../support/records.ts'
import { connectAssistant, resourcesOf } from './assistant.ts'

/** An assistant that an administrator has registered; it keeps what it learns. */
class RegisteredAssistant implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK
  readonly clientMetadata
  readonly #client: { client_id: string; client_secret: string }
  #verifier = ''
  #tokens: OAuthTokens | undefined
  /** Where it sends its user. */
  address: URL | undefined

  constructor({ clientId, clientSecret }: { clientId: string; clientSecret: string }, scope: string) {
    this.#client = { client_id: clientId, client_secret: clientSecret }
    this.clientMetadata = { redirect_uris: [CALLBACK], scope }
  }
  clientInformation() {
    return this.#client
  }
  tokens() {
    return this.#tokens
  }
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens
  }
  redirectToAuthorization(address: URL) {
    this.address = address
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
}

const transportOf = ({ origin }: Site, authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider })

onEveryDatabase('An assistant with OAuth', (kind) => {
  const site = siteFor(kind)

  test('finds out by itself where to ask for access, is sent there, and works with the granted scopes', async () => {
    await createItem(site().kontor)
    const provider = new RegisteredAssistant(await site().register({ name: 'Assistant', scopes: ['read'] }), 'read')
    const refused = new Client({ name: 'test-assistant', version: '1.0.0' })
    const first = transportOf(site(), provider)
    await assert.rejects(refused.connect(first as Parameters<Client['connect']>[0]), /Unauthorized/)
    const { searchParams, origin } = provider.address!
    assert.deepEqual([origin, searchParams.get('resource')], [site().origin, `${site().origin}/mcp`])
    const back = await site().browser().authorise(provider.address!.href, ADMIN)
    await first.finishAuth(back.searchParams.get('code')!)

    const { access_token: token, scope } = provider.tokens()!
    assert.equal(scope, 'read')
    const assistant = await connectAssistant(site(), { token })
    const tools = await assistant.tools()
    assert.ok(resourcesOf(tools, 'list_records')!.includes('items'))
    for (const { name, annotations } of tools) assert.equal(annotations?.readOnlyHint, true, name)
    assert.equal((await assistant.use('list_records', { resource: 'items' })).total, 1)
    const { code } = await assistant.refused('create_record', { resource: 'items', values: {} })
    assert.equal(code, 'INSUFFICIENT_SCOPE')

    const client = new Client({ name: 'test-assistant', version: '1.0.0' })
    await client.connect(transportOf(site(), provider) as Parameters<Client['connect']>[0])
    assert.equal((await client.listTools()).tools.length, tools.length)
  })
})
