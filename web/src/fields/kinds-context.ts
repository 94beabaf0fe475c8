import { createContext, useContext } from 'react'
import type { Kind } from '../api/resources.ts'
import type { FieldKind } from './field-kind.ts'

export type Kinds = { readonly [K in Kind]: FieldKind }

/** A group or a line contains fields of any kind, itself included; the context avoids an import cycle. */
export const KindsContext = createContext<Kinds | undefined>(undefined)

export const useKinds = (): Kinds => useContext(KindsContext)!
