import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { createAsset, sendAsset } from '../asset.ts'
import { PAGE_HEADERS } from '../headers.ts'
import { START_SCRIPT } from './start-script.ts'

const PAGE_PATH = '/docs'
const SCRIPT_PATH = '/docs/explorer.js'
const START_PATH = '/docs/start.js'
const SAMPLES_PATH = '/docs/client-samples.json'

/** Nothing may be loaded from, or sent to, anywhere but this server. Only styles are written into the page by its script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The explorer would otherwise fetch fonts, report its use, and offer its maker's services. */
const settings = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'json',
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
}

/** `/docs`: the API explorer. */
export function mountExplorer(server: FastifyInstance, documentPath: string): void {
  const page = pageFor(documentPath)
  const script = createAsset('text/javascript; charset=utf-8', readScript)
  const start = createAsset('text/javascript; charset=utf-8', async () => START_SCRIPT)
  const samples = createAsset('application/json; charset=utf-8', () =>
    readFile(join(import.meta.dirname, 'client-samples.json'), 'utf8'),
  )
  server.get(PAGE_PATH, async (_request, reply) =>
    reply
      .headers({
        ...PAGE_HEADERS,
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  )
  server.get(SCRIPT_PATH, async (request, reply) => sendAsset(request, reply, await script()))
  server.get(START_PATH, async (request, reply) => sendAsset(request, reply, await start()))
  server.get(SAMPLES_PATH, async (request, reply) => sendAsset(request, reply, await samples()))
}

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const pageFor = (documentPath: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Kontor API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>The explorer needs JavaScript. The document itself is at <a href="${documentPath}">${documentPath}</a>.</noscript>
    <div id="explorer" data-samples="${SAMPLES_PATH}" data-configuration="${escapeAttribute(JSON.stringify({ ...settings, url: documentPath }))}"></div>
    <script src="${SCRIPT_PATH}"></script>
    <script type="module" src="${START_PATH}"></script>
  </body>
</html>
`

/** Loaded when first asked for: four megabytes that most processes never need. */
const loadExplorer = () => import('@scalar/fastify-api-reference')

/** The package exposes its script only through its plugin, so a server without a listening port is asked for it. */
async function readScript(): Promise<string> {
  const { default: explorer } = await loadExplorer()
  const inner = Fastify()
  await inner.register(explorer, { routePrefix: '/', configuration: { url: '/' } })
  const { body } = await inner.inject('/js/scalar.js')
  await inner.close()
  return body
}
