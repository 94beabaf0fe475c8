import type { Permissions } from '../../src/model/rights.ts'
import { businessNames } from '../support/fixtures.ts'
import type { Kontor, KontorOptions } from '../support/kontor.ts'
import type { Endpoint } from '../support/raw-http.ts'

// biome-ignore lint/suspicious/noExplicitAny: messages are found in answers of every shape.
type Json = any

const SHOWN_MAX = 1000

interface Answered {
  readonly status: number
  readonly text: string
  readonly body: Json
}

/** What the cases of an area are written with. */
export interface Scene {
  /** Its clock stands still, except when a case moves it. It sends no mail, and no limit is near. */
  readonly kontor: Kontor
  /** Where it listens. */
  readonly endpoint: Endpoint
  /** Fails unless the answer is a refusal with this code. Records what it says. */
  refuses(code: string, answer: Answered | Promise<Answered>): Promise<void>
  /** Records the warnings, reasons and faults in an answer that is no refusal; returns its data. */
  tells(answer: Answered | Promise<Answered>): Promise<Json>
  /** The token of a new user with these rights. */
  as(permissions: Permissions): Promise<{ readonly token: string }>
  /** Another server with other settings. It is closed after the cases. */
  open(environment: KontorOptions['environment']): Promise<Kontor>
}

export type Cases = (scene: Scene) => Promise<void>

/** Collects messages as blocks of lines: code and message, then the details. */
export class Recorder {
  readonly #blocks = new Set<string>()
  readonly texts = new Set<string>()
  /** Of cases that were not answered as they say. */
  readonly faults: Error[] = []

  async refuses(code: string, given: Answered | Promise<Answered>): Promise<void> {
    const { status, body, text } = await given
    const { message, details } = body?.error ?? {}
    if (body?.error?.code === code) this.#add(`${code} ${status}`, message, details)
    else this.faults.push(new Error(`${code} was expected, not ${text.slice(0, SHOWN_MAX)}`))
  }

  async tells(given: Answered | Promise<Answered>): Promise<Json> {
    const { status, body, text } = await given
    const before = this.#blocks.size
    if (status < 300) this.#search(body)
    if (this.#blocks.size === before)
      this.faults.push(new Error(`A new message was expected in ${text.slice(0, SHOWN_MAX)}`))
    return body?.data
  }

  /** All blocks, sorted. */
  print(): string {
    return `${[...this.#blocks].sort().join('\n')}\n`
  }

  /** Refusals inside an answer: warnings, faults of rows, reasons why something is not allowed. */
  #search(value: Json): void {
    if (typeof value !== 'object' || value === null) return
    const { code, message, details, allowed, reason, blockers, problem, error } = value
    if (typeof message === 'string' && error === undefined)
      this.#add(`${code ?? ''} (in an answer)`.trim(), message, details)
    if (allowed === false && typeof reason === 'string' && !blockers) this.#add(`${code} (reason)`, reason)
    if (typeof problem === 'string') this.#add('(import)', problem)
    for (const [name, inner] of Object.entries(value)) if (name !== 'details') this.#search(inner)
  }

  #add(title: string, message: string, details: readonly Json[] = []): void {
    const all = details.flatMap((detail) => [detail, ...(detail.details ?? [])]) // those inside belong to a batch
    const told = all.map((detail) => ({ ...detail, message: normalised(detail.message) }))
    const text = normalised(message)
    for (const each of [text, ...told.map((detail) => detail.message)]) this.texts.add(each)
    const lines = told.map(({ field, code, message: each }) => {
      const place = [field || 'no field', code].filter(Boolean).join(' ')
      return each === text ? `    ${place}` : `    ${place}: ${each}`
    })
    this.#blocks.add([`${title}  ${text}`, ...lines].join('\n'))
  }
}

/** What is different in every run, or with every further case or resource, becomes the same. */
const normalised = (text: string): string =>
  text
    .replaceAll(businessNames.join(' or '), `${businessNames[0]} or …`)
    .replaceAll(businessNames.join(', '), `${businessNames[0]}, …`)
    .replaceAll(/\b([a-z]{2,4})_[0-9a-z]{20,}\b/g, '$1_…')
    .replaceAll(/\b(SO|INV|DN)-(\d{4})-\d+/g, '$1-$2-0001')
    .replaceAll(/\b(custom-|CODE-)\d+/g, '$11')
    .replace(/^(items\[)\d+/, '$10')
    .replaceAll(/(127\.0\.0\.1:)\d+/g, '$1…')
