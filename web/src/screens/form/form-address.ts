import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Resource } from '../../api/resources.ts'
import type { Values } from './form-values.ts'

interface FormAddress {
  /** Records that a new one refers to: `?item=itm_…`. */
  readonly given: Values
  /** The page to return to, after saving as well: `?back=/items/itm_…`. */
  readonly back: string | undefined
}

/** Another site must not be reached by a link to a form. */
const isInside = (path: string | undefined): path is string => path !== undefined && /^\/(?![/\\])/.test(path)

/** What the address says of a new record. */
export function useFormAddress(resource: Resource): FormAddress {
  const [{ back, ...search }] = useState(useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>)
  const refs = resource.fields.filter(({ kind, name, isReadOnly }) => kind === 'ref' && !isReadOnly && search[name])
  return {
    given: Object.fromEntries(refs.map(({ name }) => [name, search[name]])),
    back: isInside(back) ? back : undefined,
  }
}
