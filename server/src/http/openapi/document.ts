import type { FastifyInstance } from 'fastify'
import type { Entry } from '../../core/rules.ts'
import type { Scope } from '../../model/rights.ts'
import { createAsset, sendAsset } from '../asset.ts'
import { compact } from './compact.ts'
import { createComponents, type Writer } from './components.ts'
import { createExamples } from './examples.ts'
import { introduction } from './introduction.ts'
import { type Part, tagOf } from './names.ts'
import { actionPaths, securityFor, USUAL_SCOPE } from './operations.ts'
import { SERVICE_TAG, servicePaths } from './service-paths.ts'
import { ANY_RESOURCE_TAG } from './shared-paths/any-resource.ts'
import { byKeyPaths } from './shared-paths/by-key-paths.ts'
import { webhooksSection } from './webhooks.ts'

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
  const writer: Writer = {
    examples: createExamples(entries),
    components: createComponents(new Set(entries.map(({ resource }) => resource.name))),
    codeSets: new Map(),
    outputs: new Map(),
  }
  const all = {
    ...actionPaths(writer, root, entries),
    ...byKeyPaths(writer, root, entries),
    ...servicePaths(writer, `${root}/openapi.json`),
  }
  const { paths, components } = compact(all, writer.components.all())
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kontor',
      version,
      description: introduction(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin || '/' }],
    security: securityFor([USUAL_SCOPE]),
    tags: [
      ...entries.map((entry) => ({ name: tagOf(entry), description: entry.resource.description })),
      ANY_RESOURCE_TAG,
      SERVICE_TAG,
    ],
    paths,
    webhooks: webhooksSection(),
    components: { ...components, securitySchemes: securitySchemes(origin) },
  }
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
