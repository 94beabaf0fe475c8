import type { Document } from '../../model/document.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'

export type DocumentResource = Resource & { readonly document: Document }

/** A type of document and the resource that its party is a record of. */
export interface DocumentType {
  readonly resource: DocumentResource
  readonly party: Resource
}

/** Any document, where its type is not known. */
export type AnyDocument = AnyRecord & { readonly id: string; readonly status?: string }

export const isDocument = (resource: Resource): resource is DocumentResource => resource.document !== undefined
