import { Alert, Button } from '@mantine/core'
import { type ComponentType, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Outcome<P> = { readonly Part: ComponentType<P> } | { readonly error: unknown }

/**
 * A component in a chunk of its own: `lazyPart(() => import('./big.tsx').then(({ Big }) => Big))`. If the chunk cannot be
 * loaded, a message stands in the place of this part, and the rest of the page stays as it is.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let outcome: Promise<Outcome<P>> | undefined
  const forget = () => {
    outcome = undefined
  }
  return function LazyPart(props: P) {
    const [, renderAgain] = useState(0)
    // The promise never rejects: an error that React catches would replace the whole page.
    outcome ??= load().then(
      (Part) => ({ Part }),
      (error) => ({ error }),
    )
    const found = use(outcome)
    if ('Part' in found) return <found.Part {...props} />
    const retry = () => {
      forget()
      renderAgain((times) => times + 1)
    }
    return <NotLoaded onRetry={retry} onLeave={forget} />
  }
}

interface NotLoadedProps {
  readonly onRetry: () => void
  readonly onLeave: () => void
}

/** What has failed is tried again when it is opened the next time. */
function NotLoaded({ onRetry, onLeave }: NotLoadedProps) {
  const { t } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is left once.
  useEffect(() => onLeave, [])
  return (
    <Alert role="alert" variant="outline" color="red">
      {t('errors:part')}{' '}
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('errors:retry')}
      </Button>
    </Alert>
  )
}
