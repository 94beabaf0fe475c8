import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startJobs } from './jobs.ts'

test('stopping the jobs waits for those that are running, and then ends what they have begun', async () => {
  const events: string[] = []
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const run = async (stopping: AbortSignal) => {
    started.resolve()
    await finish.promise
    events.push(`finished, stopping: ${stopping.aborted}`)
  }
  const stop = async () => events.push('ended what it began')
  const jobs = startJobs([{ everyMs: 1, run, stop }], (error) => assert.fail(String(error)))
  const keepAlive = setInterval(() => {}, 1000) // the timers of jobs do not keep the process running
  await started.promise
  const stopped = jobs.stop().then(() => events.push('stopped'))
  finish.resolve()
  await stopped
  clearInterval(keepAlive)
  assert.deepEqual(events, ['finished, stopping: true', 'ended what it began', 'stopped'])
})

/** A job that runs only when it is woken, and whose runs the test ends. */
function wokenJob() {
  const errors: unknown[] = []
  const runs: { readonly end: (error?: Error) => void; readonly wakeIn: (ms: number) => void }[] = []
  let [begun, awaited] = [Promise.withResolvers<void>(), 0]
  const job = {
    run(_stopping: AbortSignal, wakeIn: (ms: number) => void) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      runs.push({ wakeIn, end: (error) => (error ? reject(error) : resolve()) })
      if (runs.length >= awaited) begun.resolve()
      return promise
    },
  }
  const whenRun = async (count: number) => {
    begun = Promise.withResolvers()
    awaited = count
    if (runs.length < count) await begun.promise
    return runs[count - 1]!
  }
  return { job, jobs: startJobs([job], (error) => errors.push(error)), errors, runs, whenRun }
}

test('a job that is woken while it runs runs once more, however often it was woken', async () => {
  const { job, jobs, runs, whenRun } = wokenJob()
  jobs.wake(job)
  for (let count = 0; count < 3; count++) jobs.wake(job)
  assert.equal(runs.length, 1)
  runs[0]!.end()
  const second = await whenRun(2)
  second.end()
  await jobs.stop()
  assert.equal(runs.length, 2)
})

test('a run can ask to be woken when its next work is due', async () => {
  const { job, jobs, runs, whenRun } = wokenJob()
  const keepAlive = setInterval(() => {}, 1000)
  jobs.wake(job)
  runs[0]!.wakeIn(1)
  runs[0]!.end()
  const second = await whenRun(2)
  clearInterval(keepAlive)
  second.end()
  await jobs.stop()
  assert.equal(runs.length, 2)
})

test('a run that fails is reported, and the job goes on', async () => {
  const { job, jobs, errors, runs, whenRun } = wokenJob()
  jobs.wake(job)
  jobs.wake(job)
  const failure = new Error('the database cannot be reached')
  runs[0]!.end(failure)
  const second = await whenRun(2)
  assert.deepEqual(errors, [failure])
  second.end()
  await jobs.stop()
})

test('a job that is woken after the stop does not run', async () => {
  const { job, jobs, runs } = wokenJob()
  await jobs.stop()
  jobs.wake(job)
  assert.equal(runs.length, 0)
})
