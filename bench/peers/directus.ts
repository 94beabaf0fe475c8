import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { SeededRandom } from '../../server/src/demo/sized/seeded-random.ts'
import { getRequest, postRequest } from '../load-generator.ts'
import { type Article, fillTable } from './articles.ts'
import { type Peer, type PeerRequests, run, serve } from './peer.ts'

const SEED = 14
const DATABASE = 'data.db'
const PROGRAM = 'node_modules/directus/cli.js'
const TOKEN = 'a-token-for-benchmarks'

const settings = {
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: `./${DATABASE}`,
  SECRET: 'a secret for benchmarks',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'a password for benchmarks',
  ADMIN_TOKEN: TOKEN,
  SERVE_APP: 'false',
  TELEMETRY: 'false',
  CACHE_ENABLED: 'false',
  RATE_LIMITER_ENABLED: 'false',
}

const field = (name: string, type: string) => ({ field: name, type, schema: {} })
const collection = {
  collection: 'articles',
  schema: {},
  fields: [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
    field('code', 'string'),
    field('name', 'string'),
    field('category', 'string'),
    field('uom', 'string'),
    field('price', 'decimal'),
    field('cost', 'decimal'),
    field('description', 'text'),
    field('active', 'boolean'),
  ],
}

export const directus: Peer = {
  name: 'Directus 12.4.1',
  // The version of @directus/app that it depends on was never published.
  manifest: { dependencies: { directus: '12.4.1' }, overrides: { '@directus/app': '18.0.0' } },
  async start(folder, articles) {
    rmSync(join(folder, DATABASE), { force: true })
    run(folder, ['node', PROGRAM, 'bootstrap'], settings)
    await createCollection(folder)
    const rows = articles.map((article) => ({ ...article, active: Number(article.active) }))
    fillTable(join(folder, DATABASE), 'articles', rows, ['code', 'category'])
    return { ...(await start(folder)), requests: requestsFor(articles) }
  },
}

const start = (folder: string) => serve(folder, () => ['node', PROGRAM, 'start'], settings)

async function createCollection(folder: string): Promise<void> {
  await using first = await start(folder)
  const response = await fetch(`http://127.0.0.1:${first.port}/collections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(collection),
  })
  if (!response.ok) throw new Error(`creating the collection failed: ${await response.text()}`)
}

function requestsFor(articles: readonly Article[]): PeerRequests {
  const categories = [...new Set(articles.map(({ category }) => category))]
  let count = 0
  const random = () => new SeededRandom(SEED, ++count)
  return {
    read: () => getRequest(`/items/articles/${1 + random().below(articles.length)}`, TOKEN),
    list: () => {
      const category = encodeURIComponent(random().one(categories)!)
      return getRequest(`/items/articles?filter[category][_eq]=${category}&limit=20&meta=filter_count`, TOKEN)
    },
    create: () => postRequest('/items/articles', TOKEN, { ...articles[0], code: `NEW-${++count}` }),
  }
}
