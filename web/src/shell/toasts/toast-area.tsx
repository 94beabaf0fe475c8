import { useNotifications } from '@mantine/notifications'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useFetchAhead } from '../use-fetch-ahead.ts'

const load = () => import('./toasts.tsx').then(({ Toasts }) => Toasts)
const Toasts = lazyPart(load)

/** Where toasts appear. It is loaded with the first of them, or before: the first may say that the server is not reached. */
export function ToastArea() {
  const isNeeded = useNotifications().notifications.length > 0
  const [isLoaded, setLoaded] = useState(false)
  useFetchAhead(load, () => setLoaded(true))
  if (!isNeeded && !isLoaded) return null
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  )
}
