import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Field, fieldOf, type Resource } from '../../../api/resources.ts'
import { useResources } from '../../../api/use-resources.tsx'
import { FieldCell } from '../../../fields/field.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { documentKindOf } from '../document-kind.ts'
import { type Address, AddressLines } from './address-lines.tsx'
import classes from './document.module.css'

/** References to other documents, the party, dates and terms. */
function factsOf(resource: Resource, resources: readonly Resource[]): readonly string[] {
  const { party, dates, terms } = documentKindOf(resource)
  const documents = new Set(resources.filter(({ document }) => document).map(({ name }) => name))
  const sources = resource.fields.filter(({ target }) => target !== undefined && documents.has(target))
  return [...new Set([...sources.map(({ name }) => name), party.field, ...dates, ...terms])]
}

/** An address that the document keeps as it was. */
const isAddress = ({ kind, fields = [] }: Field) => kind === 'group' && fields.some(({ name }) => name === 'zipCode')

const isWritten = (address: unknown) => Object.values(address ?? {}).some((part) => part)

export function DocumentFacts({ resource, row }: PartProps) {
  const labels = useLabels()
  const resources = useResources()
  return (
    <Card>
      <dl className={classes.facts}>
        {factsOf(resource, resources).map((name) => {
          const field = fieldOf(resource, name)
          return (
            <Fact key={name} name={labels.field(resource.name, name)}>
              {field && row[name] ? <FieldCell field={field} value={row[name]} row={row} /> : null}
            </Fact>
          )
        })}
        {resource.fields
          .filter((field) => isAddress(field) && isWritten(row[field.name]))
          .map(({ name }) => (
            <Fact key={name} name={labels.field(resource.name, name)}>
              <AddressLines address={row[name] as Address} />
            </Fact>
          ))}
      </dl>
    </Card>
  )
}

/** One label with its value; inside a `dl`. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
