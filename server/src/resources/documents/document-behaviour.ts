import type { Behaviour } from '../../core/entry.ts'
import type { Resource } from '../../model/resource.ts'
import { companySettings } from '../settings/settings.operations.ts'
import { documentRules, partySource } from './document-rules.ts'
import { isDocument } from './document-type.ts'
import { pdfAction } from './download-pdf.ts'

/** A document needs nothing beyond its declaration. Undefined where the resource is not one. */
export function documentBehaviour(resource: Resource, catalog: readonly Resource[]): Behaviour | undefined {
  if (!isDocument(resource)) return undefined
  const party = catalog.find(({ name }) => name === resource.document.party.resource)!
  const type = { resource, party }
  return {
    rules: documentRules(type),
    stock: { create: { from: partySource(type) } },
    actions: resource.document.printed ? [pdfAction(type)] : [],
    alwaysReads: [companySettings],
  }
}
