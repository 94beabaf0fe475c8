import { inEnglish } from '../server/src/model/message.ts'
// The tables of the reference that follow from the declarations: docs/fields.md, and those in docs/api.md between
// `<!-- table: name -->` and `<!-- end of table -->`. `npm run openapi` writes them; a test finds a stale one.
import '../server/src/app/composition-root.ts' // declares all codes
import { demoData } from '../server/src/app/demo-data.ts'
import { serviceActor } from '../server/src/core/access.ts'
import { problemCodes, statusOfProblem, textOfProblem } from '../server/src/core/problem.ts'
import { describeResource } from '../server/src/features/describe/describe-resource.ts'
import type { DescribedField, Description } from '../server/src/model/description.ts'
import { deprecationNote } from '../server/src/model/description.ts'
import type { Resource } from '../server/src/model/resource.ts'
import { SCOPES } from '../server/src/model/rights.ts'
import { catalog } from '../server/src/resources/catalog.ts'
import { registryOf } from '../server/src/resources/registry.ts'
import { limits } from './reference-limits.ts'

const END = '<!-- end of table -->'

/** Replaces every table in the text of a page by what the declarations say now. */
export function withTables(page: string): string {
  const known: Readonly<Record<string, () => string>> = {
    codes,
    limits: () => table(['what', 'limit'], limits),
  }
  return page.replace(/<!-- table: (\w+) -->\n.*?<!-- end of table -->/gs, (_all, name: string) => {
    const make = known[name]
    if (!make) throw new Error(`There is no table "${name}".`)
    return `<!-- table: ${name} -->\n${make()}${END}`
  })
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |\n`).join('')

const code = (text: string) => `\`${text}\``

function codes(): string {
  const all = problemCodes().toSorted((one, other) => statusOfProblem(one) - statusOfProblem(other))
  return table(
    ['status', 'code', 'usual message'],
    all.map((one) => [String(statusOfProblem(one)), code(one), inEnglish(textOfProblem(one))]),
  )
}

const described = (resources: readonly Resource[]): Description[] =>
  registryOf(resources, [demoData(async () => undefined)]).flatMap(
    (entry) => describeResource(entry, { ...serviceActor, scopes: SCOPES }) ?? [],
  )

function plainFields(fields: readonly DescribedField[], prefix = ''): [path: string, DescribedField][] {
  return fields.flatMap((field) => [
    [prefix + field.name, field] as [string, DescribedField],
    ...plainFields(field.fields ?? [], `${prefix + field.name}.`),
  ])
}

/** docs/fields.md */
export function fieldsPage(resources: readonly Resource[] = catalog): string {
  const intro = `# Fields

All fields of all resources, generated from their declarations. A field without a note can be read and written. \`items.rate\`
is a field of each line, \`address.city\` a part of a group. What lists can be filtered and sorted by, and the operators, are in
[api.md](api.md#lists); a role may hide fields or close them ([access.md](access.md)).
`
  return [intro, ...described(resources).map(section)].join('\n')
}

const section = ({ name, path, description, fields, filters }: Description): string =>
  `## ${name}

${description} Address: \`/${path}\`.

${table(
  ['field', 'kind', 'notes', 'meaning'],
  plainFields(fields).map(([at, field]) => [
    code(at),
    kindOf(field),
    notesOf(field, at in filters),
    [field.deprecated && deprecationNote(field.deprecated), field.description].filter(Boolean).join(' '),
  ]),
)}`

const kindOf = ({ kind, target, of, choices }: DescribedField): string =>
  [kind, of && `of ${of.kind}`, target && `to ${target}`, choices && `(${choices.join(', ')})`]
    .filter(Boolean)
    .join(' ')

function notesOf(field: DescribedField, isFiltered: boolean): string {
  const { isRequired, isReadOnly, isWriteOnly, isShownOnce, isUnique, isNullable, isComputed, isSortable } = field
  const { default: value, min, max } = field
  return [
    isRequired && 'required',
    isReadOnly && (isComputed ? 'computed' : 'read-only'),
    isWriteOnly && 'never returned',
    isShownOnce && 'returned once',
    isUnique && 'unique',
    isNullable && 'may be null',
    isFiltered && 'filter',
    isSortable && 'sort',
    !isReadOnly && value !== undefined && value !== null && `default ${code(JSON.stringify(value))}`,
    min !== undefined && `from ${min}`,
    max !== undefined && `up to ${max}`,
  ]
    .filter(Boolean)
    .join(', ')
}
