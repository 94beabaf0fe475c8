import { type Guard, type Lifecycle, type Move, type StatusOf, statusOf } from '../../core/lifecycle.ts'
import type { Rules } from '../../core/rules.ts'
import type { DeclaredMove } from '../../model/document.ts'
import { isWritable } from '../../model/input.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import { choiceName, type Message, msg, recordName } from '../../model/message.ts'
import type { AnyRecord, Row } from '../../model/resource.ts'
import { statusesIn } from '../../model/stage.ts'
import { deriving, type OwnDerivation, withOriginals, withStock, withTaxes } from './derive-document.ts'
import { stockOf } from './document-stock.ts'
import type { AnyDocument, DocumentResource } from './document-type.ts'
import { withOverdue } from './open-items/open-item-rules.ts'
import { INACTIVE_REFERENCE, TOTAL_MISMATCH } from './priced-lines.ts'
import { originOf } from './references/origins.ts'
import { allTakersOf, takenBlocker } from './references/progress.ts'
import { type DocumentRules, keepRules } from './rules-of.ts'

export const documentProblems = [INACTIVE_REFERENCE, TOTAL_MISMATCH]

/** What a type of document says of itself. A rule that is one of `Rules` takes the place of the usual one. */
export interface OwnRules<R extends DocumentResource>
  extends Omit<DocumentRules<R>, 'lifecycle' | 'derive'>,
    OwnDerivation<R> {
  /** What may still be changed in one that is no draft any more; if not given: its notes. */
  editableLater?(document: Row<R>): readonly string[]
  /** Why one that is neither a draft nor called off cannot be deleted, in better words than the usual ones. */
  keptBecause?(document: Row<R>): Message
  /** What must be true for a declared move, and what else it does, by the status that it leads to. */
  readonly guards?: { readonly [S in StatusOf<R>]?: readonly Guard<R>[] }
  readonly effects?: { readonly [S in StatusOf<R>]?: NonNullable<Move<R>['effect']> }
  /** With moves of its own, it declares none. */
  readonly lifecycle?: Partial<Lifecycle<R>>
}

/** The rules of a document type: those that follow from its declaration, and its own. */
export function documentRules<R extends DocumentResource>(resource: R, own: OwnRules<R> = {}): DocumentRules<R> {
  const { adds, isPriced, editableLater, keptBecause, guards, effects, lifecycle, ...rules } = own
  const { statuses, sources } = resource.document
  const all: DocumentRules<R> = {
    derive: deriving(resource, own),
    problems: documentProblems,
    ...(statuses && statusRules(resource, own)),
    ...(sources && { editable: () => headerOf(resource) }),
    ...(statuses && sources && { editable: editableFrom(resource, editableLater) }),
    ...rules,
    ...(sources && withOriginals(resource, rules)),
    ...(resource.document.price && { compute: withTaxes(rules.compute) }),
  }
  const due = resource.document.openItem?.isDue ? withOverdue(all) : all
  return keepRules(resource, stockOf(resource) ? withStock(resource, due) : due)
}

/** What a client writes, but for the party, the original and the lines: what they are, the original decides. */
function headerOf({ document, fields }: DocumentResource): string[] {
  const fixed = [document.party.field, 'items', EXTERNAL_IDS, ...document.sources!.map(({ field }) => field)]
  return Object.entries(fields).flatMap(([name, field]) =>
    isWritable(field) && !field.options.transient && !fixed.includes(name) ? [name] : [],
  )
}

const PRICES = ['items.rate', 'items.discount', 'items.taxRate']

const editableFrom =
  <R extends DocumentResource>(resource: R, editableLater: OwnRules<R>['editableLater'] = () => ['notes']) =>
  (document: Row<R>): readonly string[] | undefined => {
    if (resource.document.statuses![statusOf(document)] !== 'draft') return editableLater(document)
    const origin = originOf(resource, document as AnyRecord)
    if (!origin || origin.source.isLoose) return undefined
    return [...headerOf(resource), ...(resource.document.price ? PRICES : [])]
  }

/** What of a document can be changed and deleted follows from how far it has come. */
function statusRules<R extends DocumentResource>(
  resource: R,
  { editableLater = () => ['notes'], keptBecause, guards, effects, lifecycle }: OwnRules<R>,
): Rules<R> {
  const { statuses = {}, moves = [], progress = {} } = resource.document
  const deletable = statusesIn(statuses, 'draft', 'stopped')
  const because = (status: string) =>
    msg`The ${recordName(resource)} has the status "${choiceName(status)}". Cancel it before you delete it.`
  const notTaken = Object.keys(progress).map((field) => takenBlocker(resource, field))
  const withConditions = (move: DeclaredMove): Move<R> => {
    const to = move.to as StatusOf<R>
    const callsOff = deletable.includes(to)
    return {
      ...move,
      guards: [...(guards?.[to] ?? []), ...(callsOff ? notTaken : [])],
      ...(effects?.[to] && { effect: effects[to] }),
    } as never
  }
  return {
    editable: (document) => (statuses[statusOf(document)] === 'draft' ? undefined : editableLater(document)),
    deletable: { field: 'status', values: deletable },
    deletionBlocker: (document) => {
      const status = statusOf(document)
      if (deletable.includes(status)) return undefined
      const text = keptBecause?.(document) ?? because(status)
      return { code: 'DOCUMENT_LOCKED', text, reveals: [`${resource.name}.status`] }
    },
    lifecycle: {
      moves: moves.map(withConditions),
      ...(notTaken.length > 0 && {
        facts: (ctx, shown) => allTakersOf(ctx, resource, shown as readonly AnyRecord[] as readonly AnyDocument[]),
      }),
      ...lifecycle,
    },
  }
}
