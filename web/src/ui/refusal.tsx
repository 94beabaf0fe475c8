import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { ServerText } from './server-text.tsx'

interface RefusalProps extends AlertProps {
  readonly reason: string | undefined
}

/** Why something was refused, if it was. */
export const Refusal = ({ reason, ...props }: RefusalProps) =>
  reason ? (
    <Alert role="alert" variant="outline" color="red" icon={<IconAlertCircle size={18} />} {...props}>
      <ServerText text={reason} />
    </Alert>
  ) : null
