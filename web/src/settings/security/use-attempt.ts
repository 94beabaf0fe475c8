import { useState } from 'react'
import { useFaultText } from '../../ui/use-fault-text.ts'

/** Something that may be refused: while it is under way, and why it was refused. */
export function useAttempt() {
  const textOf = useFaultText()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(textOf(error))
    }
    setBusy(false)
  }
  return { fault, isBusy, attempt }
}
