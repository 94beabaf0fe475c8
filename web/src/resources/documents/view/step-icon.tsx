import { IconArchive, IconArrowBackUp, IconArrowRight, IconBan, IconPlayerPause } from '@tabler/icons-react'
import { fieldOf, type Resource } from '../../../api/resources.ts'
import { STATUS, stageOf } from '../../../api/stages.ts'
import { stepStateOf } from '../../../ui/status-looks.ts'

const ICONS = { draft: IconArrowBackUp, open: IconArrowRight, done: IconArchive, stopped: IconBan }

/** The sign of the step that sets a status. */
export function StepIcon({ resource, status }: { resource: Resource; status: string }) {
  const isHolding = stepStateOf(fieldOf(resource, STATUS), status) === 'waiting'
  const Sign = isHolding ? IconPlayerPause : ICONS[stageOf(resource, status) ?? 'open']
  return <Sign size={16} />
}
