import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { AnyRecord } from '../../model/resource.ts'
import type { ToolResult } from './results.ts'

/** Loaded with the first message: a server without assistants starts without it. */
const loadLibrary = () =>
  Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])

/** What is answered to one caller. */
export interface Answers {
  readonly version: string
  readonly instructions: string
  tools(): Tool[]
  /** Undefined: there is no such tool. */
  call(name: string, sent: AnyRecord): Promise<ToolResult> | undefined
}

/** Answers one message of the protocol. Nothing is kept between messages. */
export async function answerMessage(answers: Answers, request: Request, parsedBody: unknown): Promise<Response> {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await loadLibrary()
  const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } = types
  const server = new Server(
    { name: 'kontor', title: 'Kontor', version: answers.version },
    { capabilities: { tools: {} }, instructions: answers.instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: answers.tools() }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const result = await answers.call(params.name, params.arguments ?? {})
    if (!result) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name.slice(0, 100)}".`)
    return result
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport as Parameters<typeof server.connect>[0])
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}
