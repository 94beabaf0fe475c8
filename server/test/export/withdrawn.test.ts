import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { users } from '../../src/auth/access.resources.ts'
import { itemAt } from '../../src/demo/sized/items.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { auditLog } from '../support/audit.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { behindTheScenes, changeUser, signedIn, signIn } from '../support/people.ts'
import { type Download, type Endpoint, holdDownload, requestBytes } from '../support/raw-http.ts'
import { assertRefused } from '../support/records.ts'
import { twoNodesFor } from '../support/two-nodes.ts'
import { CODINGS, UNPACK, UNPACK_BEGINNING } from '../support/unpack.ts'
import { afterFirstRead } from '../support/watching.ts'
import { ITEM_RIGHTS, itemClerk, signingOut, withdrawals } from '../support/withdrawals.ts'

/** Far more bytes than the socket buffers of both sides hold while the client does not read. */
const RECORDS = 1000
const RECORD_BYTES = 20_000

onEveryDatabase('An export that is being read', (kind) => {
  const nodes = twoNodesFor(kind)
  let endpoint: Endpoint

  before(async () => {
    const { app, engine } = nodes()[0]
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    endpoint = { port: (app.server.server.address() as { port: number }).port }
    await behindTheScenes(engine, async (records) => {
      for (let index = 0; index < RECORDS; index++) {
        const description = randomBytes(RECORD_BYTES / 2).toString('hex') // which no coding makes short
        await records.insert(items, { ...itemAt(index, ''), itemCode: `EXPORT-${index}`, description })
      }
    })
  })

  /** Begins to read, and reads on after something else has happened. */
  async function readAround(
    headers: Readonly<Record<string, string>>,
    meanwhile: () => Promise<unknown>,
    format = 'csv',
  ): Promise<Download> {
    const target = `/api/v1/items/export?format=${format}`
    const download = await holdDownload(endpoint, requestBytes({ target, headers }))
    await meanwhile()
    return download.readOn()
  }

  const recordsIn = ({ text }: { readonly text: string }) => text.match(/EXPORT-\d+/g)!.length

  // How rights are withdrawn makes no difference to the database that is read: all ways are tried on one.
  const ways = kind === databaseKinds[0] ? [...withdrawals, signingOut] : withdrawals.slice(0, 2)
  for (const { title, callerOn } of ways) {
    test(`breaks off if ${title}`, async () => {
      const { options, withdraw } = await callerOn(...nodes())
      const download = await readAround(options.headers, withdraw)
      assert.match(download.text, /^HTTP\/1\.1 200 OK\r\n/)
      assert.equal(download.isWhole, false)
      assert.ok(recordsIn(download) < RECORDS, `${recordsIn(download)} records were delivered`)
    })
  }

  test('breaks off as NDJSON too, if the credential is withdrawn', async () => {
    const { options, withdraw } = await withdrawals[0]!.callerOn(...nodes())
    const download = await readAround(options.headers, withdraw, 'ndjson')
    assert.equal(download.isWhole, false)
    assert.ok(recordsIn(download) < RECORDS, `${recordsIn(download)} records were delivered`)
  })

  test('is refused as Excel, which is sent as a whole, if a right is withdrawn before all records are read', async () => {
    const [here, there] = nodes()
    const { user, changeRole } = await itemClerk(there)
    const { token } = await signIn(here, user.email)
    const asked = '/items/export?format=xlsx&fields=itemCode'
    const hide = () => changeRole({ can: ITEM_RIGHTS, hidden: ['costPrice'] })
    const answer = await afterFirstRead(here.engine, 'EXPORT-', hide, () => here.get(asked, { token }))
    assertRefused(answer, 403, 'FORBIDDEN')
    assert.match(answer.body.error.message, /have changed since/)
    const [entry] = await auditLog(there, `actor=${user.id}&action=refused`)
    assert.equal(entry.operation, 'items.export')
    assert.equal((await here.get(asked, { token })).status, 200)
  })

  for (const coding of CODINGS) {
    test(`breaks off when it is compressed by ${coding} too`, async () => {
      const { options, withdraw } = await withdrawals[0]!.callerOn(...nodes())
      const { text, body, isWhole } = await readAround({ ...options.headers, 'accept-encoding': coding }, withdraw)
      assert.match(text, new RegExp(`\r\ncontent-encoding: ${coding}\r\n`, 'i'))
      assert.equal(isWhole, false)
      assert.throws(() => UNPACK[coding](body), 'a client notices that the end is missing')
      const delivered = recordsIn({ text: UNPACK_BEGINNING[coding](body).toString() })
      assert.ok(delivered < RECORDS, `${delivered} records were delivered`)
    })
  }

  test('breaks off if the role no longer sees one of the fields', async () => {
    const [here, there] = nodes()
    const { user, changeRole } = await itemClerk(there)
    const { token } = await signIn(here, user.email)
    const hide = () => changeRole({ can: ITEM_RIGHTS, hidden: ['costPrice'] })
    assert.equal((await readAround({ authorization: `Bearer ${token}` }, hide)).isWhole, false)
    const [entry] = await auditLog(there, `actor=${user.id}&action=refused`)
    assert.equal(entry.operation, 'items.export')
    assert.match(entry.changes.message[1], /have changed since/)
  })

  test('is delivered whole if nothing that concerns it changes', async () => {
    const [here, there] = nodes()
    const { options } = await withdrawals[0]!.callerOn(here, there)
    const stranger = await signedIn(there, 'viewer')
    const meanwhile = () => changeUser(there.engine, stranger.id, { isActive: false })
    const download = await readAround(options.headers, meanwhile)
    assert.equal(download.isWhole, true)
    assert.equal(recordsIn(download), RECORDS)
  })

  test('is delivered whole if the confirmation that it needs is older by then', async () => {
    const [here] = nodes()
    const { token } = await signedIn(here, 'admin')
    await behindTheScenes(here.engine, async (records) => {
      const service = { role: 'viewer', type: 'service', isActive: true, hasSecondFactor: false } as const
      for (let index = 0; index < 250; index++)
        await records.insert(users, { ...service, email: `${index}@export.example`, name: `EXPORT-${index}` })
    })
    const asked = '/users/export?name[like]=EXPORT-'
    const wait = async () => here.advance(15 * 60_000)
    const answer = await afterFirstRead(here.engine, 'EXPORT-', wait, () => here.get(asked, { token }))
    assert.equal(recordsIn(answer), 250)
    assertRefused(await here.get(asked, { token }), 403, 'REAUTHENTICATION_REQUIRED')
  })
})
