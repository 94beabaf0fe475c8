import { ApiError } from './api-error.ts'

export const CONFIRMATION_REQUIRED = 'REAUTHENTICATION_REQUIRED'

let asked: PromiseWithResolvers<void> | undefined
const listeners = new Set<() => void>()

function become(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

/** The question whether it is still the same user. A window that the shell shows asks it. */
export const identity = {
  isAsked: () => asked !== undefined,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Requests that fail together share one question. Rejects if the user cancels. */
  confirm(): Promise<void> {
    if (!asked) become(Promise.withResolvers<void>())
    return asked!.promise
  },
  isConfirmed(): void {
    asked?.resolve()
    become(undefined)
  },
  /** The requests fail with this message, as if the server had refused them with it. */
  cancel(message: string): void {
    asked?.reject(new ApiError(403, { error: { code: CONFIRMATION_REQUIRED, message } }, new Headers()))
    become(undefined)
  },
}
