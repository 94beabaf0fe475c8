import type { HistoryEntry } from '../../api/records.ts'
import type { Field, Resource, Row } from '../../api/resources.ts'

export type ChangesByPath = NonNullable<HistoryEntry['changes']>
type Change = ChangesByPath[string]

/** Of a line the path names its id: `items.lin_….quantity`. */
const OF_LINE = /^(\w+)\.(lin_\w+)\.(.+)$/

/** The changes of one line; of a plain field, `line` is undefined. */
export interface ChangedPart {
  readonly line: string | undefined
  /** The name of the list of lines. */
  readonly list: string
  readonly changes: readonly { readonly path: string; readonly change: Change }[]
}

/** Changes in their order, those of one line together. */
export function partsOf(changes: ChangesByPath): readonly ChangedPart[] {
  const all = Object.entries(changes).map(([path, change]) => {
    const [, list = '', line, part = ''] = OF_LINE.exec(path) ?? []
    return { line, list, path: line ? `${list}.${part}` : path, change }
  })
  return [...Map.groupBy(all, ({ line }) => line ?? '').values()].map((some) => ({ ...some[0]!, changes: some }))
}

/** The field that says what a line is about: the first that names another record. */
export const subjectOf = (field: Field | undefined): Field | undefined =>
  field?.fields?.find(({ kind }) => kind === 'ref')

/** What a line is about: the id of a record, and its name if the line has it. */
export interface LineSubject {
  readonly id: string
  readonly name: string | undefined
}

/** By id: the lines that a record has now, and those that these changes added or removed. */
export function linesIn(
  resource: Resource,
  row: Row | undefined,
  ...entries: readonly (ChangesByPath | null)[]
): ReadonlyMap<string, LineSubject> {
  const found = new Map<string, LineSubject>()
  for (const field of resource.fields.filter(({ kind }) => kind === 'lines')) {
    const subject = subjectOf(field)?.name
    if (!subject) continue
    for (const [path, [before, after]] of entries.flatMap((changes) => Object.entries(changes ?? {}))) {
      const [, list, line, part] = OF_LINE.exec(path) ?? []
      if (line && list === field.name && part === subject)
        found.set(line, { id: String(after ?? before), name: undefined })
    }
    for (const line of (row?.[field.name] ?? []) as readonly Row[])
      found.set(line.id, { id: String(line[subject]), name: line[`${subject}Name`] as string | undefined })
  }
  return found
}

export type LineFate = 'added' | 'removed'

/** Of a new line the subject was empty before, of a removed one it is empty now. */
export function fateOf({ list, changes }: ChangedPart, resource: Resource): LineFate | undefined {
  const subject = subjectOf(resource.fields.find(({ name }) => name === list))?.name
  const [before, after] = changes.find(({ path }) => path === `${list}.${subject}`)?.change ?? []
  if (before === null) return 'added'
  return after === null ? 'removed' : undefined
}
