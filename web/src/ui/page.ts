import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Resource } from '../api/resources.ts'

export const NAVIGATION_GROUPS = ['top', 'sales', 'catalog', 'other', 'developers', 'administration'] as const
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

/** A page that is no list, form or view of a resource. Areas declare theirs in `pages.ts`. */
export interface Page {
  readonly path: string
  /** The key of its name. */
  readonly name: string
  /** Its own chunk; the module exports the component as `Page`. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
  /** Starts to read what the page shows, when the browser opens it and before the user's rights are known. */
  readonly preload?: (client: QueryClient) => void
  readonly icon: Icon
  /** Where the navigation has it; without, only the palette and links lead there. */
  readonly group?: NavigationGroup
  /** False hides the navigation entry, for users who may not use the page. */
  readonly isFor?: (resources: readonly Resource[]) => boolean
}
