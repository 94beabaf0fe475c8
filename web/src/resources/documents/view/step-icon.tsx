import { type Icon, IconArchive, IconArrowBackUp, IconArrowRight, IconBan, IconPlayerPause } from '@tabler/icons-react'

const ICONS: Readonly<Record<string, Icon>> = {
  draft: IconArrowBackUp,
  on_hold: IconPlayerPause,
  closed: IconArchive,
  cancelled: IconBan,
}

/** The sign of the step that sets a status. */
export function StepIcon({ status }: { status: string }) {
  const Sign = ICONS[status] ?? IconArrowRight
  return <Sign size={16} />
}
