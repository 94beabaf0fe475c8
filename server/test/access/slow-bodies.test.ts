import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import type { Kontor } from '../support/kontor.ts'
import { changeUser, signedIn, signIn } from '../support/people.ts'
import { admit, assertRefusal, type Endpoint, type RawAnswer } from '../support/raw-http.ts'
import { createItem, itemBody, read } from '../support/records.ts'
import { twoNodesFor } from '../support/two-nodes.ts'
import { ITEM_RIGHTS, itemClerk, signingOut, withdrawals } from '../support/withdrawals.ts'

onEveryDatabase('A request whose body arrives after its head', (kind) => {
  const nodes = twoNodesFor(kind)
  let endpoint: Endpoint

  before(async () => {
    const { server } = nodes()[0].app
    await server.listen({ port: 0, host: '127.0.0.1' })
    endpoint = { port: (server.server.address() as { port: number }).port }
  })

  const isStored = async (kontor: Kontor, { itemCode }: { itemCode: string }) =>
    (await kontor.get(`/items?itemCode=${itemCode}`)).body.meta.total === 1

  /** Sends the body only after something else has happened. */
  async function sendAround(
    request: { method?: string; path?: string; headers: Readonly<Record<string, string>>; body: object },
    meanwhile: () => Promise<unknown>,
  ): Promise<RawAnswer> {
    const { method = 'POST', path = '/items', headers, body } = request
    const admitted = await admit(endpoint, {
      method,
      target: `/api/v1${path}`,
      headers,
      body: JSON.stringify(body),
    })
    await meanwhile()
    return admitted.finish()
  }

  for (const { title, status, code, callerOn } of [...withdrawals, signingOut]) {
    test(`is answered with ${status} ${code} and writes nothing if ${title} in between`, async () => {
      const [here, there] = nodes()
      const { options, withdraw } = await callerOn(here, there)
      const body = itemBody()
      assertRefusal(await sendAround({ headers: options.headers, body }, withdraw), status, code)
      assert.equal(await isStored(here, body), false)
    })
  }

  test('is carried out if nothing that concerns it changes in between', async () => {
    const [here, there] = nodes()
    const { options } = await withdrawals[0]!.callerOn(here, there)
    const stranger = await signedIn(there, 'viewer')
    const body = itemBody()
    const meanwhile = () => changeUser(there.engine, stranger.id, { isActive: false })
    assert.equal((await sendAround({ headers: options.headers, body }, meanwhile)).status, 201)
    assert.equal(await isStored(here, body), true)
  })

  test('is read under the field rights of the role as it is when the body has arrived', async () => {
    const [here, there] = nodes()
    const { user, changeRole } = await itemClerk(there)
    const { token } = await signIn(here, user.email)
    const body = itemBody({ costPrice: 3 })
    const hide = () => changeRole({ can: ITEM_RIGHTS, hidden: ['costPrice'] })
    const answer = await sendAround({ headers: { authorization: `Bearer ${token}` }, body }, hide)
    assertRefusal(answer, 403, 'FIELD_NOT_PERMITTED')
    assert.equal(await isStored(here, body), false)
  })

  test('does not reach a record of another user if the role is limited to own records in between', async () => {
    const [here, there] = nodes()
    const { user, changeRole } = await itemClerk(there)
    const { token } = await signIn(here, user.email)
    const item = await createItem(here)
    const request = { method: 'PUT', path: `/items/${item.id}`, headers: { authorization: `Bearer ${token}` } }
    const limit = () => changeRole({ can: ITEM_RIGHTS, own: true })
    assertRefusal(await sendAround({ ...request, body: { itemName: 'Changed' } }, limit), 404, 'NOT_FOUND')
    assert.equal((await read(here, `/items/${item.id}`)).itemName, item.itemName)
  })

  test('is in the audit log as a refused credential if the credential is withdrawn in between', async () => {
    const [here, there] = nodes()
    const { user } = await itemClerk(there)
    const { token } = await signIn(here, user.email)
    const shutOut = () => there.put(`/users/${user.id}`, { isActive: false })
    await sendAround({ headers: { authorization: `Bearer ${token}` }, body: itemBody() }, shutOut)
    const [entry] = await auditLog(here, `actor=${user.id}&action=refused`)
    assert.deepEqual([entry.operation, entry.changes.code], ['identify', [null, 'INVALID_TOKEN']])
  })
})
