import type { Channel } from '../../src/core/rpc/channel.ts'
import type { Scheduler } from '../write-queue/scheduler.ts'

export interface ChannelHost<Message> {
  readonly scheduler: Scheduler
  canSend(): boolean
  canReceive(): boolean
  onSent(): void
  change?(messages: readonly Message[]): readonly Message[]
}

/** One direction between two threads. Messages arrive in order, later. */
export class Pipe<Message> {
  readonly #host: ChannelHost<Message>
  readonly #underWay: (readonly Message[])[] = []
  #receive: (messages: readonly Message[]) => void = () => {}

  constructor(host: ChannelHost<Message>) {
    this.#host = host
  }

  send(messages: readonly Message[]): void {
    const { scheduler, change, canSend, onSent } = this.#host
    if (!canSend()) return
    this.#underWay.push(change ? change(messages) : messages)
    scheduler.later(() => this.#deliver())
    onSent()
  }

  listen(onMessages: (messages: readonly Message[]) => void): void {
    this.#receive = onMessages
  }

  #deliver(): void {
    const messages = this.#underWay.shift()!
    if (this.#host.canReceive()) this.#receive(messages)
  }
}

export const channelOver = <Sent, Received>(to: Pipe<Sent>, from: Pipe<Received>): Channel<Sent, Received> => ({
  send: (messages) => to.send(messages),
  listen: (onMessages) => from.listen(onMessages),
})
