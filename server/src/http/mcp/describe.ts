import { type Actor, permissionFor } from '../../core/access.ts'
import { describeInput } from '../../features/describe/describe-fields.ts'
import type { DescribedField, Description } from '../../model/description.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Offer } from './toolbox.ts'

/** The kinds of records: what each is, and what the role and the credential allow. */
export const overviewOf = (descriptions: readonly Description[]): AnyRecord => ({
  resources: descriptions.map(({ name, description, rights }) => ({ name, description, rights })),
})

/** A description for models, which need not draw an interface: without what is the same for every resource. */
export function briefOf(description: Description, actor: Actor, actions: readonly Offer[]): AnyRecord {
  const { name, title, description: meaning, rights, fields, filters, statuses, transitions } = description
  return {
    resource: name,
    description: meaning,
    title,
    rights,
    fields: fields.map(fieldBrief),
    filters: Object.keys(filters),
    sortable: fields.filter(({ isSortable }) => isSortable).map((field) => field.name),
    statuses,
    transitions,
    actions: actions.map((offer) => actionBrief(offer, actor)),
  }
}

function fieldBrief(field: DescribedField): AnyRecord {
  const { name, kind, isRequired, isReadOnly, isUnique, description, choices, target, format, min, max } = field
  return {
    name,
    kind,
    ...(isRequired && { required: true }),
    ...(isReadOnly && { readOnly: true }),
    ...(isUnique && { unique: true }),
    description,
    choices,
    target,
    format,
    ...(!isReadOnly && { min, max, default: field.default, example: field.example }),
    of: field.of && fieldBrief(field.of),
    fields: field.fields?.map(fieldBrief),
  }
}

function actionBrief({ entry, action }: Offer, actor: Actor): AnyRecord {
  const { name, summary, description, input, path } = action
  return {
    name,
    summary,
    description,
    ...(path.includes(':id') && { needsId: true }),
    values: input && describeInput(input, permissionFor(actor, entry.resource)).map(fieldBrief),
  }
}
