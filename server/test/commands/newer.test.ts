import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { assertRefused, kontor } from './command-line.ts'
import { migrateFurther, NEWER } from './newer.ts'

const USER_ADD = ['user', 'add', '--email', 'a@example.com', '--name', 'A', '--role', 'sales']

onEveryDatabase('A database of a newer version', (kind) => {
  test('is refused in one line by start, migrate, seed, user add and verify', async () => {
    const database = await kind.create()
    const environment = { ...database.environment, PORT: '0', KONTOR_ADMIN_PASSWORD: ADMIN.password }
    try {
      assert.equal((await kontor(environment, 'seed')).code, 0)
      await migrateFurther(environment)
      for (const words of [['start'], ['migrate'], ['seed'], USER_ADD, ['verify']]) {
        const outcome = await kontor(environment, ...words)
        assertRefused(outcome, 1, NEWER)
        assert.match(outcome.complaint, /^[^\n]+\n$/, words.join(' '))
      }
    } finally {
      await database.drop()
    }
  })
})
