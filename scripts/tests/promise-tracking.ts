import hooks, { type HookCallbacks } from 'node:async_hooks'

// node:test follows every promise with an async hook, to know to which test an error belongs that no test awaits. This takes an
// eighth of the processor time of a server that answers in this process. While files are loaded, the hook tells the suite of
// each test. Then it is enough to know which test was started last: such an error is given to that test.

const { AsyncResource, createHook, executionAsyncId } = hooks
let callbacks: HookCallbacks
let hook: hooks.AsyncHook

/** Imported before `node:test`, which creates one hook. */
hooks.createHook = (ofTests) => {
  hooks.createHook = createHook
  callbacks = ofTests
  hook = createHook(ofTests)
  return hook
}

/** Called when all files are loaded, and before the first test. */
export function stopTrackingPromises(): void {
  hook.disable()
  const { runInAsyncScope } = AsyncResource.prototype
  let started: hooks.AsyncResource | undefined
  AsyncResource.prototype.runInAsyncScope = function (work, self, ...given) {
    if ('subtests' in this) started = this
    return runInAsyncScope.call(this, work as () => unknown, self, ...given) as ReturnType<typeof work>
  }
  const giveToTest = () => callbacks.init!(executionAsyncId(), 'Test', 0, started ?? {})
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.prependListener(event, giveToTest)
}
