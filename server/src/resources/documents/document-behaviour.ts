import type { Behaviour } from '../../core/entry.ts'
import { companySettings } from '../settings/settings.operations.ts'
import { documentRules, partySource } from './document-rules.ts'
import type { DocumentResource } from './document-type.ts'
import { type Printing, pdfAction } from './download-pdf.ts'

/** What a type of document adds to what holds of all documents. */
export interface DocumentBehaviour extends Behaviour {
  readonly printing?: Printing
}

/** A document needs nothing beyond its declaration. Its own rules, made with `documentRules`, take the place of the usual ones. */
export function documentBehaviour(
  resource: DocumentResource,
  { rules = documentRules(resource), stock, actions = [], alwaysReads = [], printing, ...own }: DocumentBehaviour = {},
): Behaviour {
  return {
    ...own,
    rules,
    stock: { ...stock, create: { from: partySource(resource), ...stock?.create } },
    actions: resource.document.printed ? [...actions, pdfAction(resource, printing)] : actions,
    alwaysReads: [companySettings, ...alwaysReads],
  }
}
