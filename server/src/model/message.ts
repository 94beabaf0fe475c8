export { LANGUAGES, type Language } from './languages.ts'

/**
 * The name of something declared, translated with the message: one record or several of a resource, a field, a value of a
 * choice, a right. `english` is its name where the declaration is all that is known.
 */
export interface Name {
  readonly is: 'one' | 'many' | 'field' | 'word' | 'right'
  readonly name: string
  readonly english: string
}

/** A value of a record, and the path that it was taken from: `projects.budget`. Users who may not see the field are not told it. */
export interface Told {
  readonly told: string | number | Name
  readonly path: string
}

export type MessageValue = string | number | Message | Name | Told

/**
 * A message before its language is known: a template such as `{0} must be at most {1}.` and its values. It is plain data, so
 * that it can be sent to another thread.
 */
export interface Message {
  readonly template: string
  readonly values: readonly MessageValue[]
}

/** The text of each template in one language, and the names of what is declared. */
export interface Catalogue {
  readonly texts: ReadonlyMap<string, string>
  readonly names: Record<Name['is'], (name: string) => string | undefined>
}

/** The tag of a message that is written as a template literal. Each template has its German text in `texts/de`. */
export const msg = (parts: TemplateStringsArray, ...values: readonly MessageValue[]): Message => ({
  template: templateOf(parts),
  values,
})

/** `{0}` stands for the first value, `{1}` for the second. */
export const templateOf = (parts: readonly string[]): string =>
  parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`)

/** A text that is the same in every language. */
export const verbatim = (text: string): Message => ({ template: '{0}', values: [text] })

/** Nothing: for a part of a message that may be absent. */
export const NO_TEXT: Message = verbatim('')

/** Values with commas between them, such as the names that are allowed. */
export const listed = (values: readonly MessageValue[]): Message => ({
  template: values.map((_, index) => `{${index}}`).join(', '),
  values,
})

/** `a and b` */
export const bothOf = (values: readonly MessageValue[]): MessageValue =>
  values.reduce((first, second) => msg`${first} and ${second}`)
/** `a or b` */
export const eitherOf = (values: readonly MessageValue[]): MessageValue =>
  values.reduce((first, second) => msg`${first} or ${second}`)

/** "1 second", "20 seconds" */
export const seconds = (count: number): Message => (count === 1 ? msg`1 second` : msg`${count} seconds`)

interface Named {
  readonly name: string
  readonly singular: string
}

/** "sales order" */
export const recordName = ({ name, singular }: Named): Name => ({ is: 'one', name, english: singular })
/** "Sales order", at the beginning of a sentence */
export const titled = (named: Named): Name => ({
  ...recordName(named),
  english: named.singular.charAt(0).toUpperCase() + named.singular.slice(1),
})
/** "sales-orders", as the resource is called in addresses */
export const recordsName = ({ name }: Pick<Named, 'name'>): Name => ({ is: 'many', name, english: name })
/** "sales orders", inside a sentence */
export const recordsInText = ({ name }: Pick<Named, 'name'>): Name => ({
  is: 'many',
  name,
  english: name.replaceAll('-', ' '),
})
/** `unitPrice`, as the field is called in bodies */
export const fieldName = (name: string): Name => ({ is: 'field', name, english: name })
/** The value of a choice: "on_hold" */
export const choiceName = (value: string): Name => ({ is: 'word', name: value, english: value })

/** The fields of a record as values that know their path: after `const told = toldOf(orders, order)`, `told('number')` is one. */
export const toldOf =
  <F extends { [field: string]: { options: object } }, R extends object>(
    { name, fields }: { name: string; fields: F },
    record: R,
  ) =>
  (field: keyof F & keyof R & string): Told => {
    const text = String(record[field] ?? '')
    return { told: 'choices' in fields[field]!.options ? choiceName(text) : text, path: `${name}.${field}` }
  }

/** What a role may do: "delete" */
export const rightName = (right: string): Name => ({ is: 'right', name: right, english: right })

/** The text of a message. A template that the catalogue lacks stays English. */
export function writeMessage({ template, values }: Message, catalogue?: Catalogue): string {
  const text = catalogue?.texts.get(template) ?? template
  if (values.length === 0) return text
  return text.replace(/\{(\d+)\}/g, (_, index) => writeValue(values[Number(index)]!, catalogue))
}

function writeValue(value: MessageValue, catalogue?: Catalogue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if ('told' in value) return writeValue(value.told, catalogue)
  if ('template' in value) return writeMessage(value, catalogue)
  return catalogue?.names[value.is](value.name) ?? value.english
}

/** The paths that the values of a message were taken from. */
export function pathsIn(value: MessageValue): string[] {
  if (typeof value !== 'object') return []
  if ('told' in value) return [value.path]
  return 'template' in value ? value.values.flatMap(pathsIn) : []
}

/** The same for a reader who may see where its values were taken from. */
export const untold = ({ template, values }: Message): Message => ({
  template,
  values: values.map((value) => {
    if (typeof value !== 'object') return value
    if ('told' in value) return value.told
    return 'template' in value ? untold(value) : value
  }),
})

/** The text in English: for logs, for the audit log, and for errors of the program. */
export const inEnglish = (message: Message): string => writeMessage(message)
