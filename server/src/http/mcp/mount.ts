import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import { type Language, msg } from '../../model/message.ts'
import { publicOrigin } from '../addresses.ts'
import type { Gate } from '../gate.ts'
import { envelopeOf, problemFrom } from '../problems.ts'
import { answerErrorAs, logFailure } from '../server.ts'
import { isOwnOrigin } from '../ui-session.ts'
import { type CallParts, callTool } from './call-tool.ts'
import { INSTRUCTIONS, toolsIn } from './introduction.ts'
import { type Answers, answerMessage } from './library.ts'
import { MCP_PATH, METADATA_PATH, mountResourceMetadata } from './metadata.ts'
import { linksAt, refusalResult, type ToolResult } from './results.ts'
import { allowedTo, toolboxOf } from './toolbox.ts'
import { isToolName } from './tools.ts'

export interface McpParts extends Omit<CallParts, 'toolbox' | 'byName'> {
  readonly entries: readonly Entry[]
  readonly gate: Gate
  readonly baseUrl: string | undefined
  /** Origins whose pages may call the endpoint, beside our own. */
  readonly corsOrigins: readonly string[]
  readonly version: string
}

type AnswersTo = (request: FastifyRequest) => Answers

/** The endpoint of the Model Context Protocol: assistants work here with the rights of their credential. */
export function mountMcp(server: FastifyInstance, parts: McpParts): void {
  const { gate, baseUrl, corsOrigins } = parts
  const origin = () => publicOrigin(server, baseUrl)
  const challengeParameters = () => `, resource_metadata="${origin()}${METADATA_PATH}${MCP_PATH}"`
  const answersTo = answering(parts, origin)
  mountResourceMetadata(server, gate, origin)
  server.register(async (inner) => {
    inner.setErrorHandler(answerErrorAs({ bodyOf: rpcError, challengeParameters }))
    inner.addHook('onRequest', async (request) => {
      refuseOtherOrigins(request, baseUrl, corsOrigins)
      request.via = 'mcp'
      await gate.admit(request)
    })
    inner.post(MCP_PATH, async (request, reply) => {
      if (!request.wasComplete) await gate.readmit(request)
      const response = await answer(answersTo, request, origin())
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(await response.text())
    })
    // Nothing is kept between messages: there is no stream to read, and no session to end.
    inner.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: MCP_PATH,
      handler: async ({ method }, reply) => {
        reply.header('allow', 'POST')
        throw new Problem('METHOD_NOT_ALLOWED', { text: msg`${method} is not possible here. Possible: ${'POST'}.` })
      },
    })
  })
}

function answering(parts: McpParts, origin: () => string): AnswersTo {
  const toolbox = toolboxOf(parts.entries)
  const byName = new Map(parts.entries.map((entry) => [entry.resource.name, entry]))
  const callParts = { ...parts, toolbox, byName }
  return (request) => {
    const actor = request.actor!
    return {
      version: parts.version,
      instructions: INSTRUCTIONS,
      tools: () => toolsIn(allowedTo(actor, toolbox)),
      call: (name, sent) =>
        isToolName(name)
          ? callTool(callParts, name, sent, actor, linksAt(origin())).catch((error) => refused(request, error))
          : undefined,
    }
  }
}

/** Each call counts as one request against the limit, so a body holds one message. */
function answer(answersTo: AnswersTo, request: FastifyRequest, origin: string): Promise<Response> {
  const { body, headers } = request
  if (Array.isArray(body))
    throw new Problem('BAD_REQUEST', { text: msg`Send one message at a time: batches are not supported.` })
  const sent = Object.entries(headers).filter((header): header is [string, string] => typeof header[1] === 'string')
  return answerMessage(answersTo(request), new Request(`${origin}${MCP_PATH}`, { method: 'POST', headers: sent }), body)
}

/** A model reads why its call was refused, and may try another one. */
function refused(request: FastifyRequest, error: unknown): ToolResult {
  const problem = problemFrom(error)
  logFailure(request, problem)
  return refusalResult(problem, request.id, request.actor!.language)
}

/** The codes of JSON-RPC for a message that cannot be read, that cannot be answered, and for a failure of the server. */
const rpcCodeOf = ({ code, status }: Problem): number =>
  code === 'INVALID_JSON' ? -32700 : status < 500 ? -32600 : -32603

/** A refusal that concerns no single call, such as that of the credential. The error of the API is its data. */
function rpcError(problem: Problem, requestId: string, language: Language): string {
  const { error: data } = JSON.parse(envelopeOf(problem, requestId, language))
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: rpcCodeOf(problem), message: data.message, data } })
}

/** The protocol demands it, although a page without a credential could do nothing here. */
function refuseOtherOrigins(
  { headers }: FastifyRequest,
  baseUrl: string | undefined,
  allowed: readonly string[],
): void {
  const { origin, host } = headers
  if (origin === undefined || isOwnOrigin(origin, host, baseUrl)) return
  if (allowed.includes('*') || allowed.includes(origin)) return
  throw new Problem('FORBIDDEN', {
    text: msg`Pages of ${origin.slice(0, 100)} may not call this address. An administrator can allow it by KONTOR_CORS_ORIGINS.`,
  })
}
