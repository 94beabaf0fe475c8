import type { FastifyInstance } from 'fastify'
import { SCOPES } from '../../model/rights.ts'
import type { Gate } from '../gate.ts'
import { WELL_KNOWN_PATH } from '../well-known.ts'

export const MCP_PATH = '/mcp'
export const METADATA_PATH = `${WELL_KNOWN_PATH}oauth-protected-resource`

/** By this an assistant that was refused finds out where to ask for access (RFC 9728). It is the same for everyone. */
export function mountResourceMetadata(server: FastifyInstance, gate: Gate, origin: () => string): void {
  // The resource is called by the address that the path of the metadata was made from.
  for (const path of ['', MCP_PATH]) {
    server.get(`${METADATA_PATH}${path}`, { onRequest: gate.admitAnyone }, async (_request, reply) =>
      reply.header('access-control-allow-origin', '*').send({
        resource: `${origin()}${path}`,
        authorization_servers: [origin()],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Kontor',
      }),
    )
  }
}
