import type { ReactNode } from 'react'
import { permits } from '../../../api/permitted.ts'
import { nextStatus } from '../../../api/stages.ts'
import type { PartProps } from '../../../screens/customisation.ts'
import { EditButton } from '../../../screens/record/record-actions.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { MainStep } from './main-step.tsx'
import { MakingButtons } from './making-buttons.tsx'
import { PdfButtons } from './pdf-buttons.tsx'

/** What can be done with a document now. The usual next step comes last; `children` stand before it. */
export function DocumentActions({ resource, row, children }: PartProps & { children?: ReactNode }) {
  const next = nextStatus(resource, row.status)
  return (
    <>
      <DocumentMenu resource={resource} row={row} shown={next ? [next] : []} />
      <EditButton resource={resource} row={row} />
      {permits(row, 'pdf') && <PdfButtons resource={resource} row={row} />}
      <MakingButtons resource={resource} row={row} />
      {children}
      {next && <MainStep resource={resource} row={row} status={next} />}
    </>
  )
}
