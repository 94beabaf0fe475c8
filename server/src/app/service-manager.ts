import { execFile } from 'node:child_process'

/** Messages sent within the time after which systemd takes the server for dead. */
const MESSAGES_WITHIN = 3

/**
 * Tells systemd (a unit of `Type=notify`) that the server is ready and, with `WatchdogSec`, regularly that it responds. Node
 * has no datagram sockets in the file system, so the program `systemd-notify` sends the messages.
 */
export function notifyServiceManager(environment: NodeJS.ProcessEnv): void {
  if (!environment.NOTIFY_SOCKET) return
  notify('READY=1')
  const watchdogMs = Number(environment.WATCHDOG_USEC ?? 0) / 1000
  if (watchdogMs > 0) setInterval(notify, watchdogMs / MESSAGES_WITHIN, 'WATCHDOG=1').unref()
}

function notify(message: string): void {
  execFile('systemd-notify', [message], (error) => {
    if (error) console.error(`systemd-notify ${message} failed: ${error.message}`)
  })
}
