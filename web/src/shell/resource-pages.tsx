import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { http } from '../api/http.ts'
import type { Resource } from '../api/resources.ts'
import { useResource } from '../api/use-resources.tsx'
import { useCustomisation } from '../screens/customisation.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

const GenericList = lazyPart(() => import('../screens/list/list-screen.tsx').then(({ ListScreen }) => ListScreen))
const GenericView = lazyPart(() =>
  import('../screens/record/record-screen.tsx').then(({ RecordScreen }) => RecordScreen),
)
const GenericForm = lazyPart(() => import('../screens/form/form-screen.tsx').then(({ FormScreen }) => FormScreen))

interface Parameters {
  readonly resource: string
  readonly id?: string
}

const useParameters = (): Parameters => useParams({ strict: false }) as unknown as Parameters

/** Finds the resource that the address names, and the screen that shows it. */
function pageOf<P extends { readonly resource: Resource }>(
  screenOf: (custom: ReturnType<typeof useCustomisation>) => ComponentType<P>,
) {
  return function ResourcePage() {
    const { resource: name, id } = useParameters()
    const resource = useResource(name)
    const Screen = screenOf(useCustomisation(resource?.name ?? name))
    if (!resource) return <Unknown name={name} />
    const props = { resource, id } as unknown as P
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Screen key={`${resource.name} ${id ?? ''}`} {...props} />
      </Suspense>
    )
  }
}

export const ListPage = pageOf(({ List = GenericList }) => List)
export const RecordPage = pageOf(({ View = GenericView }) => View)
export const FormPage = pageOf(({ Form = GenericForm }) => Form)

/** Nothing that the user may read. Whether it exists only the server knows, so it is asked. */
function Unknown({ name }: { name: string }) {
  const { error } = useQuery({
    queryKey: ['unknown', name],
    queryFn: async () => (await http(`/${encodeURIComponent(name)}?perPage=1`)).meta,
  })
  return error ? <ErrorPanel error={error} /> : <PageSkeleton />
}
