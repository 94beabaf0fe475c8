import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { createOAuth } from '../auth/oauth/oauth.ts'
import { createProviderClient } from '../auth/sso/provider-client.ts'
import type { Config } from '../config/config.ts'
import type { Trail } from '../core/audit/trail.ts'
import { Problem } from '../core/problem.ts'
import { tracing } from '../core/tracing.ts'
import { backupHealth } from '../db/backup/status.ts'
import type { Engine } from '../db/engine.ts'
import { API_ROOT } from '../http/addresses.ts'
import { AccessLog, Metrics, type Sample } from '../http/answers/access-log.ts'
import { watchAnswers } from '../http/answers/answers.ts'
import { accessStream } from '../http/answers/logger.ts'
import { traceRequests } from '../http/answers/trace-requests.ts'
import { createCommandFor } from '../http/commands/commands.ts'
import { createCors } from '../http/cors.ts'
import { mountExplorer } from '../http/explorer/explorer.ts'
import { createFollow } from '../http/follow/follow.ts'
import type { Gate } from '../http/gate.ts'
import { mountHealth, type Readiness } from '../http/health.ts'
import { MCP_PATH } from '../http/mcp/metadata.ts'
import { mountMcp } from '../http/mcp/mount.ts'
import { mountOAuth } from '../http/oauth/mount.ts'
import { mountOpenApi } from '../http/openapi/document.ts'
import { admitBeforeNotFound, mountRoutes } from '../http/routes.ts'
import { createServer, type LogTarget } from '../http/server.ts'
import { mountSso } from '../http/sso.ts'
import { mountUiSession } from '../http/ui-session.ts'
import { mountWeb } from '../http/web.ts'
import { mountSecurityText } from '../http/well-known.ts'
import { msg } from '../model/message.ts'
import type { WriteHealth } from './admission.ts'
import type { Composition } from './composition-root.ts'
import { signingKeysOf } from './secrets/oauth-keys.ts'
import { ssoSettingsOf } from './sign-in-settings.ts'
import { startTracing } from './tracing/start-tracing.ts'
import type { ShareMetrics } from './workers/shared-metrics.ts'

export interface HttpAppParts {
  readonly config: Config
  readonly engine: Engine
  readonly clock: () => number
  readonly log: LogTarget
  readonly composition: Composition
  readonly gate: Gate
  readonly trail: Trail
  readonly writes: WriteHealth
  /** Reads the metrics that are not counted with each response. */
  readonly collect: () => Promise<readonly Sample[]>
  /** Set where the metrics of several processes are answered together. */
  readonly shareMetrics: ShareMetrics | undefined
  /** Where the web interface was built. */
  readonly webFolder: string
}

export interface HttpApp {
  readonly server: FastifyInstance
  readonly readiness: Readiness
  readonly metrics: Metrics
}

/** All endpoints. */
export async function openHttpApp(parts: HttpAppParts): Promise<HttpApp> {
  const { config, engine, log, composition, gate, trail } = parts
  const { entries, executor, cursors, origin, currentActor } = composition
  const cors = config.corsOrigins.length > 0 ? createCors(config.corsOrigins, [API_ROOT, MCP_PATH]) : undefined
  const accessLog = new AccessLog(accessStream(config, log))
  const server = createServer({
    config,
    log,
    accessLog,
    anonymousHeaders: gate.headersFor,
    ...(cors && { crossOriginHeaders: cors.headersFor }),
  })
  await cors?.mount(server)
  server.decorateRequest('actor', null)
  server.decorateRequest('wasComplete', false)
  server.decorateRequest('via', null)
  server.decorateRequest('allowed', null)
  admitBeforeNotFound(server, gate)
  server.addHook('onClose', await startTracing(config))
  if (tracing) traceRequests(server, tracing)
  const metrics = new Metrics(parts.collect)
  watchAnswers(server, accessLog, metrics)
  metrics.mount(server, config.metricsToken, parts.shareMetrics?.(metrics))
  const readiness = mountHealth(server, { probe: () => engine.probe(), writes: parts.writes, backup: backupHealth })
  const follow = createFollow({ executor, currentActor, changes: composition.changes }, server.closing)
  const commandFor = createCommandFor({ entries, cursors })
  mountRoutes(server, { entries, executor, commandFor, follow, cursors, currentActor, gate, trail, origin })
  if (config.mcp === 'on') {
    const { baseUrl, corsOrigins } = config
    mountMcp(server, { entries, executor, commandFor, gate, trail, baseUrl, corsOrigins, version: manifest.version })
  }
  mountSignIn(server, parts)
  mountOpenApi(server, { entries, origin, root: API_ROOT, version: manifest.version })
  if (config.docs === 'on') mountExplorer(server, `${API_ROOT}/openapi.json`)
  mountSecurityText(server, config, parts.clock)
  await mountPages(server, parts.webFolder)
  return { server, readiness, metrics }
}

/** OAuth for third-party apps, and the session of our own web interface. */
function mountSignIn(server: FastifyInstance, { config, engine, clock, composition, gate }: HttpAppParts): void {
  const { store, failures, secrets, executor } = composition
  const { baseUrl, passwordSignIn } = config
  const sso = ssoSettingsOf(config)
  const key = secrets.storageKeyFor('single sign-on')
  const oauth = createOAuth({
    store,
    clock,
    cookieKeys: secrets.keysFor('OAuth cookies'),
    signingKeys: signingKeysOf(secrets, engine, clock),
    refreshKey: secrets.storageKeyFor('OAuth refresh tokens'),
    tokenKeys: secrets.keysFor('refresh tokens'),
  })
  mountOAuth(server, { oauth, gate, baseUrl })
  const options = {
    sso: sso?.name ?? null,
    password: passwordSignIn === 'on',
    explorer: config.docs === 'on',
    assistants: config.mcp === 'on',
  }
  mountUiSession(server, { executor, gate, baseUrl, options })
  if (sso) mountSso(server, { client: createProviderClient(sso), key, executor, gate, baseUrl, clock, failures })
}

async function mountPages(server: FastifyInstance, webFolder: string): Promise<void> {
  const answerPage = await mountWeb(server, webFolder, API_ROOT)
  server.setNotFoundHandler(async (request, reply) => {
    if (await answerPage(request, reply)) return reply
    const message = msg`There is nothing at ${request.method} ${request.url.split('?')[0]!.slice(0, 200)}.`
    throw new Problem('NOT_FOUND', { text: message })
  })
}
