import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ADMIN } from '../support/kontor.ts'
import { runKontor, startKontor } from '../support/process.ts'

const CLIENTS = 16
/** In blocks of 512 bytes. The log grows to 32 MB before it is copied into the database, so it meets the limit first. */
const FILE_SIZE_LIMIT = 8_000

interface Attempt {
  readonly itemCode: string
  readonly code: string | undefined
}

/** Answers of clients that create items until some commits have failed; codes are undefined where it was acknowledged. */
async function createUntilFailing(origin: string, token: string): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  let failures = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let count = 0; failures < CLIENTS; count++) {
        const itemCode = `F-${client}-${count}`
        const response = await fetch(`${origin}/api/v1/items`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ itemCode, itemName: `Item ${itemCode}`, description: 'x'.repeat(4000) }),
        })
        const { error } = (await response.json()) as { error?: { code: string } }
        if (error) failures++
        attempts.push({ itemCode, code: error?.code })
        if (client < CLIENTS / 2) continue
        // Refused inside its transaction, which it shares with other requests.
        const refused = await fetch(`${origin}/api/v1/sales-orders`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ customer: 'cus_missing', items: [{ item: 'itm_missing', quantity: 1 }] }),
        })
        const { code } = ((await refused.json()) as { error: { code: string } }).error
        assert.ok(['VALIDATION_ERROR', 'UNAVAILABLE', 'OVERLOADED'].includes(code), code)
      }
    }),
  )
  return attempts
}

async function storedCodes(origin: string, headers: Record<string, string>): Promise<Set<string>> {
  const stored = new Set<string>()
  for (let cursor: string | null = '', path = ''; cursor !== null; path = `&cursor=${cursor}`) {
    const response = await fetch(`${origin}/api/v1/items?perPage=100&fields=itemCode${path}`, { headers })
    const { data, meta } = (await response.json()) as {
      data: { itemCode: string }[]
      meta: { nextCursor: string | null }
    }
    for (const { itemCode } of data) stored.add(itemCode)
    cursor = meta.nextCursor
  }
  return stored
}

describe('A commit that SQLite cannot write', {
  skip: process.platform === 'win32' && 'needs a limit of the shell',
}, () => {
  test('is answered with OUTCOME_UNKNOWN; a refused request never is, and what was acknowledged survives a restart', async () => {
    const KONTOR_DATA = mkdtempSync(join(tmpdir(), 'kontor-limit-'))
    const environment = {
      KONTOR_DATA,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      KONTOR_PLAN: 'custom:1000000/unlimited',
      KONTOR_LOG_LEVEL: 'silent',
    }
    const signIn = async (origin: string): Promise<string> => {
      const body = JSON.stringify(ADMIN)
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${origin}/api/v1/auth/login`, { method: 'POST', headers, body })
      return ((await response.json()) as { data: { token: string } }).data.token
    }
    try {
      const attempts: Attempt[] = []
      {
        await using limited = await startKontor(environment, { fileSizeLimit: FILE_SIZE_LIMIT })
        const token = await signIn(limited.origin)
        attempts.push(...(await createUntilFailing(limited.origin, token)))
        const headers = { authorization: `Bearer ${token}` }
        assert.equal((await fetch(`${limited.origin}/api/v1/items`, { headers })).status, 200)
        // Whether it may write is told in failing-disk.test.ts: below this limit a small commit may still succeed.
        assert.equal((await fetch(`${limited.origin}/readyz?for=reads`)).status, 200)
        await limited.stop('SIGKILL')
      }
      const codes = new Set(attempts.map(({ code }) => code))
      assert.ok(codes.has('OUTCOME_UNKNOWN'), [...codes].join())
      await using server = await startKontor(environment)
      const headers = { authorization: `Bearer ${await signIn(server.origin)}` }
      const stored = await storedCodes(server.origin, headers)
      for (const { itemCode, code } of attempts)
        if (code !== 'OUTCOME_UNKNOWN') assert.equal(stored.has(itemCode), code === undefined, `${itemCode}: ${code}`)
      assert.equal((await server.stop()).code, 0)
      const { code, output } = await runKontor(['verify'], environment)
      assert.equal(code, 0, output)
    } finally {
      rmSync(KONTOR_DATA, { recursive: true, force: true })
    }
  })
})
