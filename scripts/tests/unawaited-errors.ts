// Tests that `promise-tracking.test.ts` runs. Each but the last causes an error that it does not await.
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const LATER_MS = 5
const fail = (message: string) => {
  throw new Error(message)
}
/** The error ends the test, which otherwise would wait. */
const wait = () => new Promise((resolve) => setTimeout(resolve, 60_000).unref())

test('a timer', async () => {
  await pause(LATER_MS)
  setTimeout(fail, LATER_MS, 'in a timer')
  await wait()
})

test('a timer of a test that begins without a pause', async () => {
  await Promise.resolve()
  setTimeout(fail, LATER_MS, 'in a second timer')
  await wait()
})

test('a rejected promise', async () => {
  await pause(LATER_MS)
  void Promise.reject(new Error('in a promise'))
  await wait()
})

test('no error', () => pause(LATER_MS))
