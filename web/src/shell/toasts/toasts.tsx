import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Over the bar at the top: at the bottom they would cover the page numbers and totals. */
export function Toasts() {
  return <Notifications position="top-center" limit={4} />
}
