import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Field, fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { allAsked } from '../../../api/stages.ts'
import { useResources } from '../../../api/use-resources.tsx'
import { FieldCell } from '../../../fields/field.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { documentKindOf } from '../document-kind.ts'
import { type Address, AddressLines } from './address-lines.tsx'
import classes from './document.module.css'

/** References to other documents, the party, dates, what follows from these, and terms. */
function factsOf(resource: Resource, row: Row, resources: readonly Resource[]): readonly string[] {
  const { party, dates, terms } = documentKindOf(resource)
  const documents = new Set(resources.filter(({ document }) => document).map(({ name }) => name))
  const sources = resource.fields.filter(({ target }) => target !== undefined && documents.has(target))
  const found = resource.fields.filter(({ name, kind, isComputed }) => kind === 'flag' && isComputed && row[name])
  const names = (fields: readonly Field[]) => fields.map(({ name }) => name)
  return [...new Set([...names(sources), party.field, ...dates, ...names(found), ...terms, ...allAsked(resource)])]
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
        {factsOf(resource, row, resources).map((name) => {
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
