import type { Document, DocumentSource, Progress } from '../../../model/document.ts'
import { onceFor } from '../../../model/memo.ts'
import { type AnyRecord, resourceNamed } from '../../../model/resource.ts'
import type { DocumentResource } from '../document-type.ts'

/** How documents are made from those of another type, their original. */
export interface Origin {
  readonly source: DocumentSource
  /** The type of the original … */
  readonly resource: DocumentResource
  /** … and what is taken of it. */
  readonly progress: Progress
}

export const originsOf = onceFor(({ sources = [] }: Document): readonly Origin[] =>
  sources.map((source) => {
    const resource = resourceNamed(source.resource) as DocumentResource
    return { source, resource, progress: resource.document.progress![source.progress]! }
  }),
)

export interface Taker {
  readonly taker: DocumentResource
  readonly origin: Origin
}

/** The types of documents that take of those of this type. */
export const takersOfType = ({ name, document }: DocumentResource): Taker[] =>
  Object.values(document.progress ?? {}).flatMap(({ by }) => {
    const taker = resourceNamed(by) as DocumentResource | undefined
    const origin = taker && originsOf(taker.document).find(({ resource }) => resource.name === name)
    return origin ? [{ taker, origin }] : []
  })

/** That of the original whose lines the document takes, if it has one. */
export const originOf = ({ document }: DocumentResource, record: AnyRecord): Origin | undefined =>
  document.sources && originsOf(document).find(({ source }) => (record[source.field] ?? null) !== null)
