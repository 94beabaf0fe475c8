import { Card } from '@mantine/core'
import { fieldOf, type Resource } from '../../../api/resources.ts'
import { FieldCell } from '../../../fields/field.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { documentKindOf } from '../document-kind.ts'
import classes from './document.module.css'
import { Fact } from './fact.tsx'

/** References to other documents, the party, dates and terms. */
function factsOf(resource: Resource): readonly string[] {
  const { party, dates, terms } = documentKindOf(resource)
  const sources = resource.fields.filter(({ kind, isReadOnly, name }) => kind === 'ref' && isReadOnly && name !== 'id')
  return [...new Set([...sources.map(({ name }) => name), party.field, ...dates, ...terms])]
}

export function DocumentFacts({ resource, row }: PartProps) {
  const labels = useLabels()
  return (
    <Card>
      <dl className={classes.facts}>
        {factsOf(resource).map((name) => {
          const field = fieldOf(resource, name)
          return (
            <Fact key={name} name={labels.field(resource.name, name)}>
              {field && row[name] ? <FieldCell field={field} value={row[name]} row={row} /> : null}
            </Fact>
          )
        })}
      </dl>
    </Card>
  )
}
