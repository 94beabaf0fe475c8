import { createContext, useContext } from 'react'
import type { Kind } from '../api/resources.ts'
import type { FieldKind } from './field-kind.ts'

export type Kinds = { readonly [K in Kind]: FieldKind }

/** A group or a line holds fields of any kind, itself included; what is handed down needs no circle of imports. */
export const KindsContext = createContext<Kinds | undefined>(undefined)

export const useKinds = (): Kinds => useContext(KindsContext)!
