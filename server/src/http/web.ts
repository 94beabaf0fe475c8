import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONSENT_PATH } from '../auth/oauth/provider.ts'
import { PAGE_HEADERS } from './headers.ts'
import { WELL_KNOWN_PATH } from './well-known.ts'

const ASSETS_PATH = '/assets/'
/** The name of such a file changes with its content. */
const FOR_EVER = '365d'

/** Scripts only from here. The component library writes styles into the page; pictures of items may be anywhere. */
const policyOf = (page: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `script-src-elem 'self'${inlineScriptsOf(page)}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs

/** The scripts in the page itself, each by its content. */
const inlineScriptsOf = (page: string) =>
  [...page.matchAll(INLINE_SCRIPT)].map(([, script]) => ` 'sha256-${hash('sha256', script!, 'base64')}'`).join('')

/** Answers a browser navigation; false if the request is not one. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** The web interface: files under /assets, and one page for every other address. */
export async function mountWeb(server: FastifyInstance, folder: string, apiRoot: string): Promise<AnswerPage> {
  if (existsSync(join(folder, 'assets'))) {
    await server.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: ASSETS_PATH,
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: FOR_EVER,
    })
  }
  return async (request, reply) => {
    if (!isForPage(request, apiRoot)) return false
    // Read each time: it is small, and after a new build it names new files.
    const built = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
    const page = built ?? NOT_BUILT
    // An app may open the page for consent in a window of its own, and wait for it.
    const { 'cross-origin-opener-policy': _policy, ...forApps } = PAGE_HEADERS
    reply
      .code(built ? 200 : 503)
      .headers(request.url.startsWith(`${CONSENT_PATH}/`) ? forApps : PAGE_HEADERS)
      .headers({ 'content-security-policy': policyOf(page), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page)
    return true
  }
}

function isForPage({ method, url, headers }: FastifyRequest, apiRoot: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isElsewhere = [`${apiRoot}/`, ASSETS_PATH, WELL_KNOWN_PATH, '/docs', '/mcp'].some((prefix) =>
    url.startsWith(prefix),
  )
  return isRead && !isElsewhere && String(headers.accept).includes('text/html')
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Kontor</title>
  <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }</style>
  <h1>The web interface is not built</h1>
  <p>Build it with <code>npm run build</code>, then reload this page. The API works without it;
  its explorer is at <a href="/docs">/docs</a>.</p>
</html>
`
