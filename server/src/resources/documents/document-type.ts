import type { Document, OpenItem, StockRule } from '../../model/document.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Stage } from '../../model/stage.ts'

export type DocumentResource = Resource & { readonly document: Document }

/** A type of document that is an open item. */
export type OpenItemResource = Resource & { readonly document: Document & { readonly openItem: OpenItem } }

/** Any document, where its type is not known. */
export type AnyDocument = AnyRecord & { readonly id: string; readonly status?: string }

export const isDocument = (resource: Resource): resource is DocumentResource => resource.document !== undefined

export const isOpenItem = (resource: Resource): resource is OpenItemResource =>
  resource.document?.openItem !== undefined

/** Undefined where such documents have no status. */
export const stageOf = ({ document }: DocumentResource, status: string | undefined): Stage | undefined =>
  document.statuses?.[status!]

/** It counts: it is neither a draft nor called off. */
export const isIssued = (resource: DocumentResource, status: string | undefined): boolean =>
  ['open', 'done'].includes(stageOf(resource, status)!)

/** How the documents of a resource use stock. */
export interface StockOf extends Omit<StockRule, 'moves'> {
  readonly moves: 'in' | 'out' | 'reserve'
  /** The statuses with which a document counts; undefined where it has none, and always does. */
  readonly statuses: readonly string[] | undefined
}
