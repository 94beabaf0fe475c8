import type { FastifyInstance } from 'fastify'
import { createAsset, sendAsset } from '../asset.ts'
import { type DocumentParts, describeApi } from './document.ts'

/** `openapi.json`, for everybody: it says nothing that the source does not say. */
export function mountOpenApi(server: FastifyInstance, parts: DocumentParts): void {
  const document = createAsset('application/json; charset=utf-8', async () => JSON.stringify(describeApi(parts)))
  server.get(`${parts.root}/openapi.json`, async (request, reply) => sendAsset(request, reply, await document()))
}
