import { Card, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { type Field, fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { FieldCell, FieldInput } from '../../../fields/field.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import { TermsInput } from '../../../screens/form/terms-input.tsx'
import { documentKindOf } from '../document-kind.ts'
import classes from './document-editor.module.css'
import { PartyLookup } from './party-lookup.tsx'
import type { DocumentForm } from './use-document-form.ts'

export interface PartProps {
  readonly resource: Resource
  readonly form: DocumentForm
  readonly isOpen: (name: string) => boolean
  /** As the server knows it; of a new one only what was typed. */
  readonly row: Row
}

interface DocumentHeadProps extends PartProps {
  /** From the party on to the lines. */
  readonly onEnter: () => void
}

export const TERMS = 'paymentTerms'

/** The party and the dates. */
export function DocumentHead({ onEnter, ...part }: DocumentHeadProps) {
  const { resource, form, isOpen } = part
  const labels = useLabels()
  const { party, dates } = documentKindOf(resource)
  const parties = useResource(party.resource)
  const { values } = form.draft
  return (
    <Card>
      <div className={classes.head}>
        {parties && isOpen(party.field) ? (
          <PartyLookup
            usage={{ path: resource.path, field: party.field }}
            parties={parties}
            label={labels.field(resource.name, party.field)}
            value={values[party.field] as string | null}
            onPick={({ id, [TERMS]: terms }) => {
              form.set(party.field, id)
              if (Object.hasOwn(values, TERMS) && isOpen(TERMS)) form.set(TERMS, terms ?? null)
            }}
            error={form.errors[party.field]}
            hasFocus={values[party.field] === null}
            onEnter={onEnter}
          />
        ) : (
          <DocumentInput {...part} name={party.field} />
        )}
        {dates.map((name) => (
          <DocumentInput key={name} {...part} name={name} />
        ))}
      </div>
    </Card>
  )
}

interface DocumentInputProps extends PartProps {
  readonly name: string
  /** What the due date of payment terms depends on. */
  readonly terms?: Pick<ComponentProps<typeof TermsInput>, 'fallback' | 'from'>
}

export function DocumentInput({ resource, form, isOpen, row, name, terms }: DocumentInputProps) {
  const labels = useLabels()
  const field = fieldOf(resource, name)
  if (!field || !Object.hasOwn(form.draft.values, name)) return null
  const label = labels.field(resource.name, name)
  if (!isOpen(name)) return <Settled field={field} label={label} row={row} />
  const input = {
    ...{ field, label, path: name, resource: resource.name },
    value: form.draft.values[name],
    onChange: (value: unknown) => form.set(name, value),
    ...(form.errors[name] !== undefined && { error: form.errors[name] }),
  }
  return terms ? <TermsInput {...input} {...terms} /> : <FieldInput {...input} />
}

/** A field that can no longer be changed is shown as text, not as a disabled input. */
const Settled = ({ field, label, row }: { field: Field; label: string; row: Row }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    <Text size="sm" component="div">
      <FieldCell field={field} value={row[field.name]} row={row} />
    </Text>
  </div>
)
