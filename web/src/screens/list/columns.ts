import { useLocalStorage } from '@mantine/hooks'
import { type Field, fieldOf, type Resource } from '../../api/resources.ts'
import { titleFieldsOf } from '../../api/titles.ts'
import { useUser } from '../../api/use-session.ts'
import { useCustomisation } from '../customisation.ts'

export interface ListColumn {
  readonly path: string
  readonly field: Field
}

const COLUMNS_MAX = 7
const LONG_TEXT = 300
/** Not shown by default, but can be chosen. */
const UNASKED = new Set(['id', 'version', 'createdAt', 'updatedAt', 'createdBy'])
const TOO_LARGE: ReadonlySet<string> = new Set(['group', 'lines', 'map', 'json', 'list', 'externalIds'])

/** Every field that a column can be made of; a group gives one for each of its parts. */
export function possibleColumns(resource: Resource): readonly ListColumn[] {
  const columns = (fields: readonly Field[], prefix: string): readonly ListColumn[] =>
    fields.flatMap((field) =>
      field.kind === 'group'
        ? columns(field.fields ?? [], `${prefix}${field.name}.`)
        : field.isWriteOnly || field.isShownOnce || field.kind === 'json' || field.kind === 'map'
          ? []
          : [{ path: prefix + field.name, field }],
    )
  return columns(resource.fields, '').filter(({ path }) => !isNameBeside(resource, path))
}

/** `customerName` is shown in the cell of `customer`. */
const isNameBeside = (resource: Resource, path: string) =>
  path.endsWith('Name') && fieldOf(resource, path.slice(0, -'Name'.length))?.kind === 'ref'

/** It follows from other fields and is not summed up: the tax of a document, whose total is shown. */
const isPartOfAmount = ({ kind, isReadOnly, isSummed }: Field) => kind === 'money' && isReadOnly && !isSummed

/** The default columns: the title, then as many as fit. */
function defaultColumns(resource: Resource): readonly string[] {
  const [title = 'id'] = titleFieldsOf(resource)
  const fitting = possibleColumns(resource).filter(
    ({ path, field }) =>
      path !== title &&
      !UNASKED.has(path) &&
      !isPartOfAmount(field) &&
      !path.includes('.') &&
      !TOO_LARGE.has(field.kind) &&
      (field.max ?? 0) <= LONG_TEXT,
  )
  return [title, ...fitting.slice(0, COLUMNS_MAX - 1).map(({ path }) => path)]
}

export interface Columns {
  readonly shown: readonly ListColumn[]
  readonly possible: readonly ListColumn[]
  readonly isChosen: boolean
  /** Undefined: back to what is usual. */
  choose(paths: readonly string[] | undefined): void
}

/** The columns that this user chose; stored in this browser. */
export function useColumns(resource: Resource): Columns {
  const { id: userId } = useUser()
  const { columns: usual = defaultColumns(resource) } = useCustomisation(resource.name)
  const [chosen, setChosen, forget] = useLocalStorage<readonly string[] | undefined>({
    key: `kontor.columns.${userId}.${resource.name}`,
    getInitialValueInEffect: false,
  })
  const possible = possibleColumns(resource)
  const shown = (chosen ?? usual).flatMap((path) => possible.find((column) => column.path === path) ?? [])
  return {
    shown,
    possible,
    isChosen: chosen !== undefined,
    choose: (paths) => (paths ? setChosen(paths) : forget()),
  }
}

/** The fields to be loaded for the columns. */
export function fieldsFor(resource: Resource, columns: readonly ListColumn[]): readonly string[] {
  const names = new Set(resource.fields.map(({ name }) => name))
  const shown = columns.flatMap(({ path, field }) => (field.kind === 'ref' ? [path, `${path}Name`] : [path]))
  const roots = shown.map((path) => path.split('.')[0]!)
  return [...new Set(['id', ...titleFieldsOf(resource), ...roots])].filter((name) => names.has(name))
}
