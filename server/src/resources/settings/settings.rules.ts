import { refuseUnproven } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Behaviour } from '../../core/entry.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { type Closed, defineRules, type Rules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import type { Detail } from '../../model/input.ts'
import { type Message, msg, recordsInText, toldOf } from '../../model/message.ts'
import { type Resource, valueAt } from '../../model/resource.ts'
import { isDocument } from '../documents/document-type.ts'
import { dueDateOf } from '../shared/payment-terms.ts'
import { numberedIn, patternFaults, patternsAfter } from './numbering/patterns.ts'
import { SETTINGS_ID, type Settings, settings } from './settings.resource.ts'

/** An open browser must not be enough to lift the rate limits, or to have customers pay to another account. */
const GUARDED = ['plan', 'letterhead.accountHolder', 'letterhead.iban', 'letterhead.bic'] as const

export function settingsRules(catalog: readonly Resource[]): Rules<typeof settings> {
  const numbered = numberedIn(catalog)
  const priced = catalog.filter((resource) => isDocument(resource) && resource.document.price !== undefined)
  return defineRules(settings, {
    derive: (sent, { permission }, before) => patternsAfter(numbered, permission, sent, before),
    check: (changed) => [
      ...fault(
        'defaults.paymentTerms',
        !changed.defaults.paymentTerms || dueDateOf('2026-01-01', changed.defaults.paymentTerms).isUnderstood,
        msg`Payment terms must be terms that a due date follows from, such as Net 30.`,
      ),
      ...fault(
        'currency',
        isCurrency(changed.currency),
        msg`Currency must be a code of three letters (ISO 4217) such as EUR.`,
      ),
      ...fault('timeZone', isTimeZone(changed.timeZone), msg`Time zone must be a name such as Europe/Berlin.`),
      ...patternFaults(numbered, changed),
    ],
    closed: (kept, ctx) => documentedCurrency(priced, kept, ctx),
    async changed({ actor }, { before, after }) {
      if (before && after && GUARDED.some((path) => valueAt(before, path) !== valueAt(after, path)))
        refuseUnproven(actor)
    },
    compute: async ({ mail }, records) => records.map(() => ({ sendsMail: mail !== undefined })),
  })
}

export const settingsBehaviour = (catalog: readonly Resource[]): Behaviour => ({
  rules: settingsRules(catalog),
  stock: {
    recordId: SETTINGS_ID,
    update: {
      summary: 'Change the settings',
      description: 'In a session, `plan` and the bank account need a confirmation: POST /auth/reauthenticate.',
      problems: ['DOCUMENT_LOCKED', 'REAUTHENTICATION_REQUIRED'],
    },
  },
  without: ['list', 'create', 'delete'],
})

/** The currency is that of all documents with prices, so it is fixed by the first of them. */
async function documentedCurrency(
  priced: readonly Resource[],
  known: Settings,
  ctx: Context<Reads>,
): Promise<readonly Closed[]> {
  for (const documents of priced) {
    const { records } = await ctx.records.list(documents, plainList([], { perPage: 1 }))
    if (records.length === 0) continue
    const message = msg`The currency can no longer be changed: there are ${recordsInText(documents)} in ${toldOf(settings, known)('currency')}.`
    const details = [{ field: 'currency', message: msg`The currency can no longer be changed.` }]
    return [{ fields: ['currency'], blocker: { code: 'DOCUMENT_LOCKED', text: message, details } }]
  }
  return []
}

const fault = (field: string, isFine: boolean, message: Message): Detail[] => (isFine ? [] : [{ field, message }])

const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
