import type { Actor } from '../../core/access.ts'
import { type Action, readAction } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import type { Description } from '../../model/description.ts'
import { choice, type Field, flag, group, json, list, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import { defineResource } from '../../model/resource.ts'
import { RIGHTS } from '../../model/rights.ts'
import { briefly } from './brief.ts'
import { describeResource } from './describe-resource.ts'

/** Not stored: it is derived from the declarations and the actor. */
const resources = defineResource({
  name: 'resources',
  singular: 'resource',
  idPrefix: 'res',
  title: 'name',
  description: 'What there is, and what you may do with it.',
  internal: true,
  fields: { name: text() },
})

const needed = (example: string, description?: string) =>
  text({ required: true, example, ...(description && { description }) })

const describedAction = group({
  name: needed('close'),
  method: needed('POST'),
  path: text({ filled: true, example: '/{id}/close', description: 'Below the address of the resource; may be empty.' }),
  summary: needed('Close a project'),
  isAllowed: flag({ required: true, description: 'By your role and your credential.' }),
})

const describedTransition = group({
  from: list(text(), { example: ['planned'] }),
  to: needed('done'),
  isMain: flag({ required: true, description: 'It is what usually comes next.' }),
  asks: list(text(), {
    maybe: true,
    example: ['reason'],
    description: 'Fields that can be sent with the status; forms need not ask for them.',
  }),
})

const FIELD_EXAMPLE = [
  { name: 'leader', kind: 'ref', isRequired: true, isReadOnly: false, isSortable: true, target: 'users' },
]

const described: Field = group(
  {
    name: needed('projects'),
    singular: needed('project'),
    path: needed('projects', 'Below /api/v1.'),
    title: needed('name', 'The field that people call a record by.'),
    about: json<Description['about']>({
      maybe: true,
      example: { field: 'leader', amount: 'budget' },
      description:
        'Where the title is not unique: the fields that tell what a record is about, and how much of it, as in "Payment of 100.00 for INV-2026-00001".',
    }),
    idPrefix: needed('prj'),
    description: needed('What we work on.'),
    administrative: flag({ required: true, description: 'Needs the scope admin.' }),
    isSearchable: flag({ required: true, description: 'Lists of it take the parameter search.' }),
    isInSearch: flag({ required: true, description: 'GET /search finds its records.' }),
    isImportable: flag({
      required: true,
      description: 'POST /imports makes records of it from a table, as far as you may create or update them.',
    }),
    rights: list(choice(RIGHTS), { example: ['read', 'create'], description: 'What your role and credential allow.' }),
    readOnlyFields: list(text(), { example: ['budget'], description: 'What your role sees and cannot change.' }),
    fields: json<Description['fields']>({
      example: FIELD_EXAMPLE,
      description:
        'In the order in which a record shows them: name, kind, isRequired, isReadOnly, isNullable, isSortable, isFilterable and, where they apply, isWriteOnly, isShownOnce, isUnique, isComputed, isCounted, isSearched, isSummed, description, deprecated, example, default, choices, stages (how far a record with each choice has come: draft, open, done or stopped), tones (how to show each choice: todo, due, running, partly, waiting, good or bad; one that is not there is neutral), alsoFilter, target, format, min, max, of (the entries of a list or map), fields (the parts of a group or of lines). What is hidden from you is not there.',
    }),
    filters: json<Description['filters']>({
      example: { 'place.city': ['eq', 'ne', 'like'] },
      description: 'What lists can be filtered by, and the operators that each takes.',
    }),
    actions: list(describedAction),
    statuses: list(text(), { example: ['planned', 'done'], description: 'Where records have a status.' }),
    transitions: list(describedTransition, {
      description: 'Which status can follow which, as far as you have the right. Each record adds allowedTransitions.',
    }),
    deletable: json<Description['deletable']>({
      maybe: true,
      example: { field: 'status', values: ['planned'] },
      description:
        'Offer users only records for deletion whose field has one of these values; left out: all. DELETE itself may accept more.',
    }),
    similarBy: json<Description['similarBy']>({
      maybe: true,
      example: ['name'],
      description:
        'Fields in which two records are seldom alike: GET /{resource}/similar tells whether a new one may be there already.',
    }),
    listViews: json<Description['listViews']>({
      maybe: true,
      example: [{ name: 'late', query: 'status=planned&sort=startDate' }],
      description: 'Views of the list that every user has.',
    }),
    document: json<Description['document']>({
      maybe: true,
      example: {
        party: { field: 'leader', resource: 'users', name: 'leaderName' },
        date: 'startDate',
        price: 'hourlyRate',
        number: 'projectNumber',
        isPrinted: true,
      },
      description:
        'Where its records are documents: the field of the other party and of its name, the date, the field of an item that prices a line, the number, whether GET /{id}/pdf prints it, the status that usually follows the first, and whether its items leave the stock.',
    }),
  },
  { typeName: 'Resource' },
)

/** `GET /resources`, over the entries of everything else. */
export function describeEntry(entries: readonly Entry[]): Entry {
  const told = entries.filter(({ resource }) => !resource.internal)
  return { resource: resources, actions: [describeAll(told), describeOne(told)], tool: 'describe' }
}

const descriptionsFor = (entries: readonly Entry[], actor: Actor): Description[] =>
  entries.flatMap((entry) => describeResource(entry, actor) ?? [])

const BRIEF =
  'Without what is false, the summaries of actions, and the filters, which follow from isFilterable; with descriptions and examples only of fields that can be entered.'

const describeAll = (entries: readonly Entry[]): Action =>
  readAction({
    name: 'list-resources',
    method: 'GET',
    path: '',
    summary: 'List what there is, and what you may do with it',
    description: 'All resources that you may read, with their fields and actions. A client can be drawn from it.',
    access: 'signed-in',
    status: 200,
    query: { brief: flag({ default: false, description: BRIEF }) },
    output: list(described),
    async run({ actor }, { input }) {
      const all = descriptionsFor(entries, actor)
      return { data: (input as { readonly brief?: boolean }).brief ? all.map(briefly) : all }
    },
  })

const describeOne = (entries: readonly Entry[]): Action =>
  readAction({
    name: 'get-resource',
    method: 'GET',
    path: '/:id',
    summary: 'Get what there is to know of one resource',
    description: 'The id is its name, such as `users`.',
    access: 'signed-in',
    status: 200,
    output: described,
    async run({ actor }, { id }) {
      const entry = entries.find(({ resource }) => resource.name === id)
      const description = entry && describeResource(entry, actor)
      if (description) return { data: description }
      const known = descriptionsFor(entries, actor).map(({ name }) => name)
      const message = msg`There is no resource "${id}" that you may read.${didYouMean(id, known)}`
      throw new Problem('NOT_FOUND', { text: message })
    },
  })
