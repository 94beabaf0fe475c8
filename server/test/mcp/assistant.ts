import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Site } from '../oauth/site.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape.
type Any = any

/** An assistant that is connected to a Kontor, by the client of the protocol's own library. */
export interface Assistant {
  readonly client: Client
  tools(): Promise<Tool[]>
  /** What a call results in; fails if it is refused. */
  use(tool: string, given?: object): Promise<Any>
  /** The error that a call is refused with; fails if it is not. */
  refused(tool: string, given?: object): Promise<Any>
}

type Credential = { readonly key: string } | { readonly token: string }

const headersOf = (credential: Credential): Record<string, string> =>
  'key' in credential ? { 'x-api-key': credential.key } : { authorization: `Bearer ${credential.token}` }

export async function connectAssistant({ origin }: Pick<Site, 'origin'>, credential: Credential): Promise<Assistant> {
  const client = new Client({ name: 'test-assistant', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    requestInit: { headers: headersOf(credential) },
  })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  const call = async (name: string, given: object = {}): Promise<Any> => {
    const result: Any = await client.callTool({ name, arguments: { ...given } })
    // Models that read text only must learn the same.
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
    return result
  }
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    async use(tool, given) {
      const { isError, structuredContent } = await call(tool, given)
      assert.notEqual(isError, true, JSON.stringify(structuredContent))
      return structuredContent
    },
    async refused(tool, given) {
      const { isError, structuredContent } = await call(tool, given)
      assert.equal(isError, true, JSON.stringify(structuredContent))
      return structuredContent.error
    },
  }
}

/** A message to the endpoint, past the library. */
export async function post({ origin }: Pick<Site, 'origin'>, credential: Credential | null, body: unknown, more = {}) {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(credential && headersOf(credential)),
      ...more,
    },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** A call of a tool as a message. */
export const message = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
})

/** The resources that a tool can be used on. */
export const resourcesOf = (tools: readonly Tool[], name: string): string[] | undefined =>
  (tools.find((tool) => tool.name === name)?.inputSchema.properties as Any)?.resource.enum
