import { createContext, type ReactNode, useContext } from 'react'
import type { Resource } from './resources.ts'

const ResourcesContext = createContext<readonly Resource[]>([])

export const ResourcesProvider = ({ value, children }: { value: readonly Resource[]; children: ReactNode }) => (
  <ResourcesContext value={value}>{children}</ResourcesContext>
)

/** All resources that the user may read. */
export const useResources = () => useContext(ResourcesContext)

/** Undefined where there is no such resource, or the user may not read it. */
export const useResource = (name: string): Resource | undefined =>
  useResources().find((resource) => resource.path === name || resource.name === name)
