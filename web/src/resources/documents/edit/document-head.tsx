import { Card, SimpleGrid, Text } from '@mantine/core'
import { type Field, fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { FieldCell, FieldInput } from '../../../fields/field.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import { CustomerLookup } from './customer-lookup.tsx'
import classes from './document-editor.module.css'
import type { DocumentForm } from './use-document-form.ts'

interface PartProps {
  readonly resource: Resource
  readonly form: DocumentForm
  readonly isOpen: (name: string) => boolean
  /** As the server knows it; of a new one only what was typed. */
  readonly row: Row
}

interface DocumentHeadProps extends PartProps {
  readonly dates: readonly string[]
  /** From the customer on to the lines. */
  readonly onEnter: () => void
}

/** The customer and the dates. */
export function DocumentHead({ dates, onEnter, ...part }: DocumentHeadProps) {
  const { resource, form, isOpen } = part
  const labels = useLabels()
  const customers = useResource('customers')
  const { values } = form.draft
  return (
    <Card>
      <div className={classes.head}>
        {customers && isOpen('customer') ? (
          <CustomerLookup
            customers={customers}
            label={labels.field(resource.name, 'customer')}
            value={values.customer as string | null}
            onPick={({ id, paymentTerms }) => {
              form.set('customer', id)
              if (isOpen('paymentTerms')) form.set('paymentTerms', paymentTerms ?? null)
            }}
            error={form.errors.customer}
            hasFocus={values.customer === null}
            onEnter={onEnter}
          />
        ) : (
          <DocumentInput {...part} name="customer" />
        )}
        {dates.map((name) => (
          <DocumentInput key={name} {...part} name={name} />
        ))}
      </div>
    </Card>
  )
}

/** Payment terms and notes. */
export const DocumentTerms = (props: PartProps) => (
  <Card>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <DocumentInput {...props} name="paymentTerms" />
      <DocumentInput {...props} name="notes" />
    </SimpleGrid>
  </Card>
)

function DocumentInput({ resource, form, isOpen, row, name }: PartProps & { name: string }) {
  const labels = useLabels()
  const field = fieldOf(resource, name)
  if (!field || !(name in form.draft.values)) return null
  const label = labels.field(resource.name, name)
  if (!isOpen(name)) return <Settled field={field} label={label} row={row} />
  return (
    <FieldInput
      field={field}
      path={name}
      resource={resource.name}
      label={label}
      value={form.draft.values[name]}
      onChange={(value) => form.set(name, value)}
      error={form.errors[name]}
    />
  )
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
