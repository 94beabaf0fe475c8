import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'
import { resourcesQuery } from '../api/resources.ts'
import { session } from '../api/session.ts'
import { pages } from '../pages.ts'

/**
 * Starts at once what the page needs that the browser opens: its script, the session, the user's rights and its data.
 * Else each would wait for the one before.
 */
export async function preload(): Promise<void> {
  if (!session.isExpected()) return
  const page = pages.find(({ path }) => path === location.pathname)
  void page?.load().catch(() => undefined) // it is loaded again when it is shown
  await session.start()
  if (session.state().phase !== 'in') return
  void queryClient.prefetchQuery(resourcesQuery)
  void queryClient.prefetchQuery(meQuery)
  page?.preload?.(queryClient)
}
