import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { meQuery } from '../../api/me.ts'
import { allows } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { withWords } from '../../i18n/i18n.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { settingsQuery } from '../settings-query.ts'

const FirstRun = lazyPart(() => withWords('first-run', import('./first-run.tsx')).then((module) => module.FirstRun))

/** Leads a user who may set up the company through the first steps until that is done; other addresses stay open. */
export function FirstRunGate({ children }: { children: ReactNode }) {
  const resource = useResource('settings')
  const { pathname } = useLocation()
  const [isLater, setLater] = useState(false)
  const isNew = useQuery(meQuery).data?.company?.isSetUp === false
  const isAsked = isNew && pathname === '/' && allows(resource, 'update') && !isLater
  const { data, isLoading } = useQuery({ ...settingsQuery, enabled: isAsked })
  if (!isAsked || !resource || !(isLoading || data?.isSetUp === false)) return children
  return <Suspense>{data && <FirstRun resource={resource} settings={data} onLater={() => setLater(true)} />}</Suspense>
}
