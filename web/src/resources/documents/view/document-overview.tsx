import { Alert, Card } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isForbidden, transitionTo } from '../../../api/permitted.ts'
import { nextStatus } from '../../../api/stages.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { Panel } from '../../../screens/record/panel.tsx'
import { ServerText } from '../../../ui/server-text.tsx'
import classes from './document.module.css'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentLines } from './document-lines.tsx'
import { DocumentMovements } from './document-movements.tsx'
import { documentSteps } from './document-steps.ts'
import { DocumentTotals } from './document-totals.tsx'
import { LinkedDocuments } from './linked-documents.tsx'
import { type Step, Steps } from './steps.tsx'
import { DocumentTimeline } from './timeline.tsx'
import { useProgressColumns } from './use-progress-columns.tsx'

interface DocumentOverviewProps extends PartProps {
  /** How far the document has come, in other steps than the usual ones. */
  readonly steps?: readonly Step[]
  /** Instead of its facts, lines and totals. */
  readonly paper?: ReactNode
  /** Beside it, above the timeline. */
  readonly aside?: ReactNode
  /** Above it where there is no room beside it. */
  readonly isAsideFirst?: boolean
}

/** What a document says, why its next step is blocked, and what has happened to it. */
export function DocumentOverview(props: DocumentOverviewProps) {
  const { resource, row, paper, aside, isAsideFirst } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const steps = props.steps ?? documentSteps(resource, row, labels)
  const columns = useProgressColumns(resource, row)
  const next = nextStatus(resource, row.status)
  return (
    <div className={classes.stack}>
      {next && <Barred row={row} status={next} />}
      {steps.length > 0 && (
        <Card className="no-print">
          <Steps steps={steps} label={t('orders:progress')} />
        </Card>
      )}
      <div className={classes.columns}>
        {paper ?? (
          <div className={classes.stack}>
            <DocumentFacts resource={resource} row={row} />
            <Panel title={labels.field(resource.name, 'items')} isFlush>
              <DocumentLines resource={resource} row={row} more={columns} />
              <DocumentTotals resource={resource} row={row} />
            </Panel>
            <DocumentMovements resource={resource} row={row} />
          </div>
        )}
        <aside className={`${classes.aside} no-print`}>
          {aside && (
            <div className={classes.state} data-first={isAsideFirst}>
              {aside}
            </div>
          )}
          <LinkedDocuments resource={resource} row={row} />
          <DocumentTimeline resource={resource} row={row} />
        </aside>
      </div>
    </div>
  )
}

/** Why the next step cannot be taken; shown before the user tries. */
function Barred({ row, status }: Pick<PartProps, 'row'> & { status: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const transition = transitionTo(row, status)
  if (!transition || transition.allowed || transition.blockers?.some(isForbidden)) return null
  const known = `orders:barredBy.${transition.blockers?.[0]?.code}`
  const titleKey = i18next.exists(known) ? known : 'orders:barred'
  const reasons = (transition.blockers ?? []).map(({ message }) => message)
  return (
    <Alert
      className="no-print"
      variant="light"
      color="orange"
      icon={<IconLock size={18} />}
      title={t(titleKey, { step: labels.action(status) })}
    >
      <ServerText text={reasons.join(' ') || (transition.reason ?? '')} />
    </Alert>
  )
}
