import type { Source } from '../../core/action.ts'
import type { Behaviour } from '../../core/entry.ts'
import { companySettings } from '../settings/settings.operations.ts'
import { partySource } from './derive-document.ts'
import { documentRules } from './document-rules.ts'
import type { DocumentResource } from './document-type.ts'
import { type Printing, pdfAction } from './download-pdf.ts'
import { duplicateAction } from './duplicate.ts'
import { createFromActions, originalOf, takingActions } from './references/create-from.ts'
import { originsOf } from './references/origins.ts'

/** What a type of document adds to what holds of all documents. */
export interface DocumentBehaviour extends Behaviour {
  readonly printing?: Printing
}

/** A document needs nothing beyond its declaration. Its own rules, made with `documentRules`, take the place of the usual ones. */
export function documentBehaviour(
  resource: DocumentResource,
  { rules = documentRules(resource), stock, actions = [], alwaysReads = [], printing, ...own }: DocumentBehaviour = {},
): Behaviour {
  const isAlone = !resource.document.sources?.some(({ isAlways }) => isAlways)
  const all = [
    ...createFromActions(resource),
    ...takingActions(resource),
    ...(isAlone ? [duplicateAction(resource)] : []),
    ...actions,
  ]
  return {
    ...own,
    rules,
    stock: { ...stock, create: { from: createdFrom(resource), ...stock?.create } },
    actions: resource.document.printed ? [...all, pdfAction(resource, printing)] : all,
    alwaysReads: [companySettings, ...alwaysReads],
  }
}

/** What tells whether a new one can be entered: its original, where it always has one, or else its party. */
function createdFrom(resource: DocumentResource): Source {
  const origin = originsOf(resource.document).find(({ source }) => source.isAlways)
  return origin ? originalOf(resource, origin) : partySource(resource)
}
