import type { DocumentSource } from '../model/document.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import { type AnyDocument, type DocumentResource, isDocument } from '../resources/documents/document-type.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const sources: Check = {
  name: 'sources',
  promise: 'A document that is made from another one is for the same party.',
  async run(snapshot, protocol) {
    for (const resource of snapshot.documents) {
      for (const source of resource.document.sources ?? []) {
        const from = snapshot.tables.find(({ name }) => name === source.resource)?.resource
        if (from) await checkAll(snapshot, { resource, source, from }, protocol)
      }
    }
  },
}

interface Made {
  readonly resource: DocumentResource
  readonly source: DocumentSource
  readonly from: Resource
}

async function checkAll({ pages, reads }: Snapshot, { resource, source, from }: Made, protocol: Protocol) {
  const { party } = resource.document
  const { field, isAlways } = source
  const isSameParty = isDocument(from) && from.document.party.resource === party.resource
  for await (const page of pages(resource)) {
    const made = (page as readonly AnyDocument[]).filter((document) => document[field] !== null)
    const all = await reads.getMany(
      from,
      made.map((document) => document[field] as string),
    )
    protocol.looked(made.length)
    if (isAlways)
      for (const document of page as readonly AnyDocument[])
        if (document[field] === null) protocol.fault(document.id, `It is made from none of the ${from.name}.`)
    for (const document of made) {
      const found = all.get(document[field] as string) as AnyRecord | undefined
      if (isSameParty && found)
        protocol.expect(document.id, party.field, document[party.field], found[from.document.party.field])
    }
  }
}
