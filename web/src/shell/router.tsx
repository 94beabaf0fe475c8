import { useDocumentTitle } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { queryText } from '../api/query-text.ts'
import { pages } from '../pages.ts'
import { FirstRunGate } from '../settings/first-run/first-run-gate.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { parseSearch, type Search } from '../ui/search-text.ts'
import { Frame } from './frame.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { FormPage, ListPage, RecordPage } from './resource-pages.tsx'

/** Windows may hold links, so they are opened inside the router. */
const Root = () => (
  <ModalsProvider>
    <FirstRunGate>
      <Frame />
    </FirstRunGate>
  </ModalsProvider>
)

const root = createRootRoute({ component: Root, notFoundComponent: MissingPage })
const parent = {
  getParentRoute: () => root,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
}

/** Pages of their own go before the pages of a resource of the same name. */
const routes = [
  ...pages.map(({ path, load }) =>
    createRoute({ ...parent, path, component: lazyRouteComponent(load, 'Page') } as never),
  ),
  createRoute({ ...parent, path: '/$resource', component: ListPage }),
  createRoute({ ...parent, path: '/$resource/new', component: FormPage }),
  createRoute({ ...parent, path: '/$resource/$id', component: RecordPage }),
  createRoute({ ...parent, path: '/$resource/$id/edit', component: FormPage }),
]

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch,
  stringifySearch: (search) => {
    const text = queryText(search)
    return text && `?${text}`
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ({ error, reset }) => <ErrorPanel error={error} retry={reset} />,
})

function MissingPage() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('errors:missing.title')} · Kontor`)
  return <ErrorPanel error={new ApiError(404, undefined, new Headers())} />
}
