import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SeededRandom } from '../../server/src/demo/sized/seeded-random.ts'
import { getRequest, postRequest } from '../load-generator.ts'
import { type Article, fillTable } from './articles.ts'
import { type Peer, type PeerRequests, serve, writeInto } from './peer.ts'

const SEED = 13
const [DATABASE, TOKEN] = ['data.db', 'token']

const text = { type: 'string' }
const schema = {
  kind: 'collectionType',
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: false },
  attributes: {
    code: { ...text, unique: true },
    name: text,
    category: text,
    uom: text,
    price: { type: 'decimal' },
    cost: { type: 'decimal' },
    description: { type: 'text' },
    active: { type: 'boolean' },
  },
}

const core = (kind: string) =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::article.article')`

/** A minimal application that serves articles; its first start creates an API token with full access. */
const application = {
  'config/server.js':
    "module.exports = ({ env }) => ({ host: env('HOST'), port: env.int('PORT'), app: { keys: ['one', 'two'] } })",
  'config/admin.js':
    "module.exports = { auth: { secret: 'secret' }, apiToken: { salt: 'salt' }, transfer: { token: { salt: 'salt' } }, serveAdminPanel: false }",
  'config/database.js': `module.exports = { connection: { client: 'sqlite', connection: { filename: '${DATABASE}' }, useNullAsDefault: true } }`,
  'config/middlewares.js':
    "module.exports = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'].map((name) => 'strapi::' + name)",
  'src/api/article/content-types/article/schema.json': JSON.stringify(schema),
  'src/api/article/controllers/article.js': core('Controller'),
  'src/api/article/services/article.js': core('Service'),
  'src/api/article/routes/article.js': core('Router'),
  'src/index.js': `module.exports = {
  async bootstrap({ strapi }) {
    if (require('node:fs').existsSync('${TOKEN}')) return
    const { accessKey } = await strapi.service('admin::api-token').create({ name: 'bench', type: 'full-access', lifespan: null })
    require('node:fs').writeFileSync('${TOKEN}', accessKey)
  },
}`,
  'public/uploads/.keep': '',
  // Its own start command requires all packages of its web interface.
  'start.js': "require('@strapi/strapi').createStrapi({ appDir: __dirname, distDir: __dirname }).start()",
}

export const strapi: Peer = {
  name: 'Strapi 5.54.0',
  manifest: { dependencies: { '@strapi/strapi': '5.54.0', 'better-sqlite3': '12' } },
  async start(folder, articles) {
    for (const file of [DATABASE, TOKEN]) rmSync(join(folder, file), { force: true })
    writeInto(folder, application)
    await prepareDatabase(folder, articles)
    const token = readFileSync(join(folder, TOKEN), 'utf8')
    return { ...(await start(folder)), requests: requestsFor(articles, token) }
  },
}

const start = (folder: string) => serve(folder, () => ['node', 'start.js'], { STRAPI_TELEMETRY_DISABLED: 'true' })

/** The first start creates the tables. */
async function prepareDatabase(folder: string, articles: readonly Article[]): Promise<void> {
  await using _first = await start(folder)
  for (const end = Date.now() + 30_000; !existsSync(join(folder, TOKEN)) && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 100))
  const now = Date.now()
  const rows = articles.map((article, index) => ({
    ...article,
    active: Number(article.active),
    document_id: idOf(index),
    created_at: now,
    updated_at: now,
    published_at: now,
  }))
  fillTable(join(folder, DATABASE), 'articles', rows, ['document_id', 'code', 'category'])
}

const idOf = (index: number) => `bench${String(index).padStart(19, '0')}`

function requestsFor(articles: readonly Article[], token: string): PeerRequests {
  const categories = [...new Set(articles.map(({ category }) => category))]
  let count = 0
  const random = () => new SeededRandom(SEED, ++count)
  return {
    read: () => getRequest(`/api/articles/${idOf(random().below(articles.length))}`, token),
    list: () => {
      const category = encodeURIComponent(random().one(categories)!)
      return getRequest(`/api/articles?filters[category][$eq]=${category}&pagination[pageSize]=20`, token)
    },
    create: () => postRequest('/api/articles', token, { data: { ...articles[0], code: `NEW-${++count}` } }),
  }
}
