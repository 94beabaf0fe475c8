import { createContext, useContext } from 'react'
import { allows, type Resource, type Row } from '../../api/resources.ts'

/** A record that is to be created while another one is written. */
export interface Creation {
  readonly resource: Resource
  /** What was typed: it becomes the name of the new record. */
  readonly name: string
  readonly onCreated: (row: Row) => void
  readonly onCancel: () => void
}

/** Opens the form of a new record beside the page. Undefined: the page has no place for it. */
export const CreateOnTheWayContext = createContext<((creation: Creation) => void) | undefined>(undefined)

/** Undefined where the user may not create such records. */
export function useCreateOnTheWay(resource: Resource): ((creation: Omit<Creation, 'resource'>) => void) | undefined {
  const open = useContext(CreateOnTheWayContext)
  return open && allows(resource, 'create') ? (creation) => open({ resource, ...creation }) : undefined
}
