import { useState } from 'react'
import { leaveFor, send } from './app-request.ts'

/** Sends the answer of the user and goes back to the app; or returns why the server has refused it. */
export function useAnswer(what: 'allow' | 'deny') {
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function answer(): Promise<unknown> {
    setBusy(true)
    setFault(undefined)
    try {
      const { returnTo } = await send(what)
      if (returnTo) leaveFor(returnTo)
      return undefined
    } catch (error) {
      setBusy(false)
      setFault((error as Error).message)
      return error
    }
  }
  return { fault, isBusy, answer }
}
