import { batchPerTick } from '../batch-per-tick.ts'
import { Problem } from '../problem.ts'
import type { Channel } from './channel.ts'
import { type PlainProblem, plainProblem, problemFromPlain } from './plain-problem.ts'

/** What one thread or process carries out for another. Arguments and results are plain data. */
// biome-ignore lint/suspicious/noExplicitAny: functions with parameters of any type.
export type Services = Readonly<Record<string, (...words: any[]) => unknown>>

/** Several conversations may share a channel: `to` and `of` name the one that a message belongs to. */
export interface Question {
  readonly to: string
  readonly id: number
  readonly name: string
  readonly words: readonly unknown[]
}

/** Carries the number and the name of its question. */
export type Answer = { readonly of: string; readonly id: number; readonly name: string } & (
  | { readonly value: unknown }
  | { readonly problem: PlainProblem }
  | { readonly error: PlainError }
)

export type RpcMessage = Question | Answer
export type RpcChannel = Channel<RpcMessage, RpcMessage>

/** Structured cloning would lose the codes of a database. */
interface PlainError {
  readonly message: string
  readonly stack?: string | undefined
  readonly cause?: unknown
  readonly code?: unknown
  readonly errcode?: unknown
}

type Schedule = (work: () => void) => void

/** Answers the questions of a conversation. All answers that are ready at once go in one message. */
export function serve(
  channel: RpcChannel,
  conversation: string,
  services: Services,
  schedule: Schedule = queueMicrotask,
): void {
  const send = batchPerTick<Answer>((answers) => channel.send(answers), schedule)
  async function answer({ id, name, words }: Question): Promise<void> {
    const base = { of: conversation, id, name }
    try {
      send({ ...base, value: await services[name]!(...words) })
    } catch (error) {
      send(error instanceof Problem ? { ...base, problem: plainProblem(error) } : { ...base, error: plainError(error) })
    }
  }
  channel.listen((messages) => {
    for (const message of messages) if ('to' in message && message.to === conversation) void answer(message)
  })
}

function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack, cause, code, errcode } = error as PlainError
  return {
    message,
    stack,
    ...(cause instanceof Error && { cause }),
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errcode }),
  }
}

interface Waiting {
  readonly name: string
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The other side of a conversation. */
export class Remote<S extends Services> {
  readonly #conversation: string
  readonly #waiting = new Map<number, Waiting>()
  readonly #send: (question: Question) => void
  #lastId = 0
  #reasonOf: ((name: keyof S & string) => Error) | undefined

  /** All questions of one turn of the event loop go in one message. */
  constructor(channel: RpcChannel, conversation: string, schedule: Schedule = queueMicrotask) {
    this.#conversation = conversation
    this.#send = batchPerTick<Question>((questions) => channel.send(questions), schedule)
    channel.listen((messages) => {
      for (const message of messages) if ('of' in message && message.of === conversation) this.#settle(message)
    })
  }

  /** How many questions are not answered yet. */
  get waiting(): number {
    return this.#waiting.size
  }

  ask<N extends keyof S & string>(name: N, ...words: Parameters<S[N]>): Promise<Awaited<ReturnType<S[N]>>> {
    return new Promise((resolve, reject) => {
      if (this.#reasonOf) return reject(this.#reasonOf(name))
      const id = ++this.#lastId
      this.#waiting.set(id, { name, resolve: resolve as Waiting['resolve'], reject })
      this.#send({ to: this.#conversation, id, name, words })
    })
  }

  /** The other side has ended: rejects all that waits for it, and all that is asked of it from now on. */
  abandon(reasonUnderWay: (name: keyof S & string) => Error, reasonLater = reasonUnderWay): void {
    this.#reasonOf ??= reasonLater
    for (const { name, reject } of this.#waiting.values()) reject(reasonUnderWay(name))
    this.#waiting.clear()
  }

  /** An answer counts only if its number belongs to a question of its name that still waits. */
  #settle(answer: Answer): void {
    const asked = this.#waiting.get(answer.id)
    if (asked?.name !== answer.name) return
    this.#waiting.delete(answer.id)
    if ('problem' in answer) asked.reject(problemFromPlain(answer.problem))
    else if ('error' in answer) asked.reject(Object.assign(new Error(answer.error.message), answer.error))
    else asked.resolve(answer.value)
  }
}
