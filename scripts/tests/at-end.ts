// What the files of a process share is closed after the last of them. `after` of node:test belongs to the suite in which it
// is called, so this module is loaded before the first suite.
import { after } from 'node:test'

const closings: (() => Promise<void>)[] = []

export const atEnd = (close: () => Promise<void>): void => void closings.push(close)

after(async () => {
  for (const close of closings) await close()
})
