import { Card } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Row } from '../../api/resources.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps, RecordScreenProps } from '../../screens/customisation.ts'
import { EditButton } from '../../screens/record/record-actions.tsx'
import { Panel } from '../../screens/record/record-fields.tsx'
import classes from '../documents/view/document.module.css'
import { DocumentLines } from '../documents/view/document-lines.tsx'
import { DocumentMenu } from '../documents/view/document-menu.tsx'
import { DocumentScreen } from '../documents/view/document-screen.tsx'
import { Fact } from '../documents/view/fact.tsx'
import { DocumentTimeline } from '../documents/view/timeline.tsx'

export function DeliveryView(props: RecordScreenProps) {
  const { t } = useTranslation()
  const nameOf = ({ orderNumber }: Row) => t('orders:deliveryOf', { order: String(orderNumber) })
  return <DocumentScreen {...props} nameOf={nameOf} Actions={DeliveryActions} Overview={DeliveryOverview} />
}

const DeliveryActions = (props: PartProps) => (
  <>
    <DocumentMenu {...props} shown={[]} hasPdf />
    <EditButton {...props} />
  </>
)

const FACTS = ['salesOrder', 'customer', 'deliveryDate', 'notes']

function DeliveryOverview({ resource, row }: PartProps) {
  const labels = useLabels()
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <Card>
          <dl className={classes.facts}>
            {FACTS.map((name) => {
              const field = fieldOf(resource, name)
              return (
                <Fact key={name} name={labels.field(resource.name, name)}>
                  {field && row[name] ? <FieldCell field={field} value={row[name]} row={row} /> : null}
                </Fact>
              )
            })}
          </dl>
        </Card>
        <Panel title={labels.field(resource.name, 'items')} isFlush>
          <DocumentLines resource={resource} row={row} />
        </Panel>
      </div>
      <aside className={`${classes.stack} no-print`}>
        <DocumentTimeline resource={resource} row={row} />
      </aside>
    </div>
  )
}
