import type { Document } from '../../model/document.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Stage } from '../../model/stage.ts'

export type DocumentResource = Resource & { readonly document: Document }

/** Any document, where its type is not known. */
export type AnyDocument = AnyRecord & { readonly id: string; readonly status?: string }

export const isDocument = (resource: Resource): resource is DocumentResource => resource.document !== undefined

/** Undefined where such documents have no status. */
export const stageOf = ({ document }: DocumentResource, status: string | undefined): Stage | undefined =>
  document.statuses?.[status!]
