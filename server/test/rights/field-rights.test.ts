import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SeededRandom } from '../../src/demo/sized/seeded-random.ts'
import { mapConcurrently } from '../../src/features/bulk/map-concurrently.ts'
import type { Permissions } from '../../src/model/rights.ts'
import { ended } from '../imports/importing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { triesOf } from '../support/effort.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { addRole, changeUser, signedIn } from '../support/people.ts'
import { readPdf } from '../support/read-pdf.ts'
import { guardedValues, type Hidden, hiddenValues } from './hidden-values.ts'
import { markersIn, Planter } from './planted.ts'
import { type Request, randomRequest } from './requests.ts'
import { randomRole } from './roles.ts'
import { plantWorld, snapshotOf } from './world.ts'

const SEED = Number(process.env.KONTOR_TEST_SEED ?? 20261117)
/** Rights are checked before a statement is built: on the second database some roles are enough. */
const ROLES: Readonly<Record<string, number>> = { SQLite: triesOf(40), PostgreSQL: triesOf(10) }
const REQUESTS = triesOf(500)
/** Of one database. Then there is another one, since roles change and delete its records. */
const ROLES_PER_DATABASE = 4
const CONCURRENCY = 16

onEveryDatabase('Whatever a role asks for', (kind) => {
  let kontor: Kontor | undefined
  let taken = new Set<string>()
  after(() => kontor?.close())

  for (let number = 0; number < ROLES[kind.name]!; number++) {
    test(`it sees no hidden value, and changes none that is hidden or read-only (role ${number})`, async () => {
      if (number % ROLES_PER_DATABASE === 0) {
        await kontor?.close()
        kontor = await openKontor(kind)
        taken = new Set()
        await plantWorld(kontor, kontor.token, new Planter(new SeededRandom(SEED, -number - 1), taken))
      }
      await tryRole(kontor!, number, taken)
    })
  }
})

/** Plants records of the user, beside those of others, and then sends requests as the role. */
async function tryRole(kontor: Kontor, number: number, taken: Set<string>): Promise<void> {
  const random = new SeededRandom(SEED, number)
  const plant = new Planter(random, taken)
  const person = await signedIn(kontor, 'admin')
  await plantWorld(kontor, person.token, plant)
  const permissions = randomRole(random)
  await changeUser(kontor.engine, person.id, { role: await addRole(kontor.engine, permissions) })

  const snapshot = await snapshotOf(kontor)
  const hidden = hiddenValues(snapshot, permissions, person.id)
  const setting = { random, snapshot, permissions, hidden: [...hidden.keys()] }
  const requests = Array.from({ length: REQUESTS }, () => randomRequest(setting))
  await mapConcurrently(CONCURRENCY, requests, (request) => send(kontor, person.token, request, permissions, hidden))
  assertUnchanged(
    guardedValues(snapshot, permissions),
    guardedValues(await snapshotOf(kontor), permissions),
    permissions,
  )
}

/** Sends a request and looks for hidden values in the answer; an import is followed to its end. */
async function send(kontor: Kontor, token: string, request: Request, permissions: Permissions, hidden: Hidden) {
  const { method, path, body } = request
  const response = await kontor.app.server.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  const { statusCode: status, headers, rawPayload } = response
  const story = () =>
    [
      `seed ${SEED}, status ${status}`,
      JSON.stringify(request),
      JSON.stringify(permissions),
      response.body.slice(0, 3000),
    ].join('\n')
  assert.ok(status !== 500 && status !== 401, story()) // 503 on a machine that is too slow for so many writes
  for (const marker of markersIn(textOf(headers['content-type'], rawPayload)))
    if (hidden.has(marker) && !path.includes(marker)) assert.fail(`${marker}: ${hidden.get(marker)}\n${story()}`)
  if (path !== '/imports' || status !== 201) return
  const { id } = await ended(kontor, response.json().data)
  for (const address of [`/imports/${id}`, `/imports/${id}/failed-rows`])
    await send(kontor, token, { method: 'GET', path: address }, permissions, hidden)
}

/** The words of a page, its numbers without separators; everything else as it is. */
function textOf(type: unknown, content: Buffer): string {
  if (type !== 'application/pdf') return content.toString()
  return readPdf(content)
    .map(({ text }) => text.replace(/(\d),(?=\d{3})/g, '$1'))
    .join('\n')
}

/** A due date that is left open is set when the invoice is issued. */
const isSetByIssue = (key: string, before: unknown) => key.endsWith(' dueDate') && before === null

function assertUnchanged(before: Map<string, unknown>, after: Map<string, unknown>, permissions: Permissions): void {
  for (const [key, value] of before) {
    if (!after.has(key) || isSetByIssue(key, value)) continue
    assert.deepEqual(after.get(key), value, `${key} has changed\nseed ${SEED}\n${JSON.stringify(permissions)}`)
  }
}
