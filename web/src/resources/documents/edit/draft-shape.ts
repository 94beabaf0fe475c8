import { type Field, fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import type { Labels } from '../../../i18n/labels.ts'
import type { Values } from '../../../screens/form/form-values.ts'
import { merge } from '../../../screens/form/merge/merge.ts'
import type { Versions, Line as WithId } from '../../../screens/form/merge/versions.ts'
import type { Edited, FormShape } from '../../../screens/form/saving.ts'
import { documentKindOf, LINES } from '../document-kind.ts'
import { isBlank, type Line, newLine } from '../lines/lines.ts'
import { changesOf, type Draft, draftFrom, inputFor } from './draft.ts'

/** How a draft is sent, read and merged. `names`: the fields beside the lines. */
export function draftShape(resource: Resource, names: readonly string[], labels: Labels): FormShape<Draft> {
  const parts = fieldOf(resource, LINES)?.fields ?? []
  const { asDraft } = documentKindOf(resource)
  const fields = [...names, LINES].flatMap((name): Field[] => {
    const field = fieldOf(resource, name)
    return field ? [field] : []
  })
  const mergeDrafts: FormShape<Draft>['merge'] = async (versions, choices) => {
    const { base, mine, theirs } = versions
    const asValues = { base: valuesFrom(base), mine: valuesFrom(mine), theirs: valuesFrom(theirs) }
    const { values, ...rest } = merge(fields, asValues, choices)
    return { ...rest, form: draftWith(values, versions) }
  }
  return {
    inputOf: (draft) => ({ ...asDraft, ...inputFor(draft, parts) }),
    changesOf: (base, draft) => changesOf(base, draft, parts),
    formOf: (row) => draftFrom(row, names),
    merge: mergeDrafts,
    rowsOf: async (collisions) => (await import('./conflict-rows.tsx')).documentRows(resource, collisions, labels),
    restored: rekeyed,
    async adopt(row, sent, now) {
      const ids = lineIds(sent, row)
      const versions = { base: withIds(sent, ids), mine: withIds(now, ids), theirs: draftFrom(row, names) }
      return (await mergeDrafts(versions)).form
    },
  }
}

const valuesFrom = ({ values, lines }: Draft): Values => ({
  ...values,
  [LINES]: lines.filter((line) => !isBlank(line)),
})

/** A merged line is called after the item that it has now, and keeps its place on the screen. */
function draftWith({ [LINES]: merged, ...values }: Values, { mine, theirs }: Versions<Draft>): Draft {
  const lines = (merged as readonly Line[]).map((line) => {
    const same = ({ id, key }: Line) => (line.id ? id === line.id : key === line.key)
    const [my, their] = [mine.lines.find(same), theirs.lines.find(same)]
    const named = [my, their].find((one) => one?.item === line.item) ?? line
    const { description, quantity, rate, discount, taxRate } = line
    const terms = { description, quantity, rate, discount, taxRate }
    return { ...named, ...(line.id && { id: line.id }), key: (my ?? line).key, ...terms }
  })
  return { values, lines: lines.length > 0 ? lines : [newLine()] }
}

/** The lines of a new record are in the order in which they were sent. */
const lineIds = ({ lines }: Draft, row: Row): ReadonlyMap<number, string> => {
  const stored = (row[LINES] ?? []) as readonly WithId[]
  const sent = lines.filter((line) => !isBlank(line))
  return new Map(sent.flatMap(({ key }, index) => (stored[index]?.id ? [[key, stored[index].id]] : [])))
}

/** The keys of kept lines may be those of lines that were made since. */
function rekeyed({ stored, base, form }: Edited<Draft>): Edited<Draft> {
  const keys = new Map<number, number>()
  const fresh = (line: Line): Line => {
    const key = keys.get(line.key) ?? newLine().key
    keys.set(line.key, key)
    return { ...line, key }
  }
  const inDraft = ({ values, lines }: Draft): Draft => ({ values, lines: lines.map(fresh) })
  return { stored, base: inDraft(base), form: inDraft(form) }
}

const withIds = ({ values, lines }: Draft, ids: ReadonlyMap<number, string>): Draft => ({
  values,
  lines: lines.map((line) => ({ ...line, ...(ids.has(line.key) && { id: ids.get(line.key)! }) })),
})
