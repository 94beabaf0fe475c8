import type { ChildProcess } from 'node:child_process'
import type { MessagePort, Worker } from 'node:worker_threads'

/** A way to another thread or process. Messages are plain data and arrive in order, several at a time. */
export interface Channel<Sent, Received> {
  send(messages: readonly Sent[]): void
  listen(onMessages: (messages: readonly Received[]) => void): void
}

export const channelToThread = <Sent, Received>(port: MessagePort | Worker): Channel<Sent, Received> => ({
  send: (messages) => (port as MessagePort).postMessage(messages),
  listen: (onMessages) => void port.on('message', onMessages),
})

/** Another process: one that we started, or the one that started us. */
export type Peer = ChildProcess | NodeJS.Process

/** A message to a process that has ended is dropped; its sender notices the exit by other means. */
export const channelToProcess = <Sent, Received>(peer: Peer): Channel<Sent, Received> => ({
  send: (messages) => void (peer.connected && (peer as ChildProcess).send([...messages] as never, () => {})),
  listen: (onMessages) => void (peer as ChildProcess).on('message', (messages) => onMessages(messages as never)),
})
