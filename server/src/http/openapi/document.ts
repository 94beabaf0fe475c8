import type { FastifyInstance } from 'fastify'
import { listedBy } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'
import type { JsonSchema } from '../../model/kinds/field-kind.ts'
import type { Scope } from '../../model/rights.ts'
import { createAsset, sendAsset } from '../asset.ts'
import { envelopeSchemas, recordMetaSchema } from './envelopes.ts'
import { createExamples } from './examples.ts'
import { filterComponents } from './filters.ts'
import { headerComponents } from './headers.ts'
import { introduction } from './introduction.ts'
import { inputNameOf, outputNameOf, type Part, recordNameOf, segmentOf } from './names.ts'
import { actionPaths } from './operations.ts'
import { parameterComponents } from './parameters.ts'
import { responseComponents } from './responses.ts'
import { inputSchema, outputSchema, permittedSchema, recordSchema } from './schemas.ts'
import { SERVICE_TAG, servicePaths } from './service-paths.ts'
import { answerOf } from './traits.ts'

export interface DocumentParts {
  readonly entries: readonly Entry[]
  readonly version: string
  /** Where the API is, if it is known; otherwise where the document came from. */
  readonly origin: string
  /** What every path of an action begins with. */
  readonly root: string
}

/** `openapi.json`, which needs no credential: it says nothing that the source does not say. */
export function mountOpenApi(server: FastifyInstance, parts: DocumentParts): void {
  const document = createAsset('application/json; charset=utf-8', async () => JSON.stringify(describeApi(parts)))
  server.get(`${parts.root}/openapi.json`, async (request, reply) => sendAsset(request, reply, await document()))
}

/** The OpenAPI document: everything that is declared, and nothing that is not. */
export function describeApi({ entries, version, origin, root }: DocumentParts): Part {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kontor',
      version,
      description: introduction(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin || '/' }],
    tags: [
      ...entries.map((entry) => ({ name: segmentOf(entry), description: entry.resource.description })),
      SERVICE_TAG,
    ],
    paths: { ...actionPaths(root, entries, createExamples(entries)), ...servicePaths(`${root}/openapi.json`) },
    components: {
      schemas: {
        ...envelopeSchemas,
        RecordMeta: recordMetaSchema(),
        Permitted: permittedSchema(),
        ...filterComponents(listedIn(entries)),
        ...Object.assign({}, ...entries.map(schemasOf)),
      },
      responses: responseComponents(),
      parameters: parameterComponents,
      headers: headerComponents,
      securitySchemes: securitySchemes(origin),
    },
  }
}

const listedIn = (entries: readonly Entry[]) =>
  entries.filter(({ actions }) => actions.some((action) => answerOf(action) === 'page')).map(({ resource }) => resource)

/** The record, and what each action takes and gives that is no record. */
function schemasOf(entry: Entry): { [name: string]: JsonSchema } {
  const schemas: { [name: string]: JsonSchema } = {}
  for (const action of entry.actions) {
    const answer = answerOf(action)
    const shown = { ...entry, resource: listedBy(entry.resource, action) }
    if (answer === 'record' || answer === 'page') schemas[recordNameOf(shown)] ??= recordSchema(shown.resource)
    if (answer === 'output') schemas[outputNameOf(entry, action)] = outputSchema(action.output!)
    if (action.input) schemas[inputNameOf(entry, action)] = inputSchema(action.input, action.mode ?? 'create')
  }
  return schemas
}

const securitySchemes = (origin: string): Part => ({
  bearer: { type: 'http', scheme: 'bearer', description: 'The access token that signing in answers with.' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'For servers. Never put a key into a web page.',
  },
  oauth2: {
    type: 'oauth2',
    description: 'For third-party apps, which act for a user with consent. PKCE (S256) is required.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${origin}/oauth/authorize`,
        tokenUrl: `${origin}/oauth/token`,
        refreshUrl: `${origin}/oauth/token`,
        scopes: {
          read: 'See records.',
          write: 'Create and change records.',
          delete: 'Delete records.',
          admin: 'Administer the service.',
        } satisfies Record<Scope, string>,
      },
    },
  },
})
