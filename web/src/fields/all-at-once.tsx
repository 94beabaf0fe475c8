import { Skeleton } from '@mantine/core'
import { createContext, type ReactNode, Suspense, useContext, useEffect, useState } from 'react'

const IsShownContext = createContext(true)

/** Whether the form around a field was shown before the field joined it. Outside of such a form every field is late. */
export function useIsLate(): boolean {
  const isShown = useContext(IsShownContext)
  return useState(isShown)[0]
}

interface AllAtOnceProps {
  readonly onShown: () => void
  readonly children: ReactNode
}

/** Shows nothing until the last input has been loaded, so that no button moves while the user clicks it. */
export const AllAtOnce = ({ onShown, children }: AllAtOnceProps) => (
  <Suspense fallback={<Skeleton h={160} />}>
    <Shown onShown={onShown}>{children}</Shown>
  </Suspense>
)

function Shown({ onShown, children }: AllAtOnceProps) {
  const [isShown, setShown] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once.
  useEffect(() => {
    setShown(true)
    onShown()
  }, [])
  return <IsShownContext value={isShown}>{children}</IsShownContext>
}
