import { answerIn } from '../../../client/src/request.ts'
import { createTransport, type SendOptions } from '../../../client/src/transport.ts'
import type { Answer as AnswerWith } from '../../../client/src/types.ts'

export type RequestOptions = Omit<SendOptions, 'isSafe'>

export interface Meta {
  readonly page?: number
  readonly perPage?: number
  readonly total?: number
  readonly totalPages?: number
  readonly nextCursor?: string | null
  readonly hasMore?: boolean
  /** With `include=counts`, by field and value. */
  readonly counts?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** With `include=sums`, by field and currency. */
  readonly sums?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** With `include=sums`: how many records they include, and by status how many they leave out. */
  readonly summed?: { readonly count: number; readonly leftOut: Readonly<Record<string, number>> }
  readonly warnings?: readonly { readonly code: string; readonly message: string }[]
}

export type Answer<T> = Pick<AnswerWith<T, Meta>, 'data' | 'meta' | 'etag'>

declare global {
  interface Window {
    /** The first renewal of the session, which index.html sends before the scripts are loaded. */
    kontorSession?: { readonly address: string; readonly response: Promise<Response> } | undefined
  }
}

/** Without a token, such as to the session of the browser. */
const transport = createTransport({ baseUrl: '' })

/** Takes the response of the request that was sent before the scripts were loaded. */
function transportTo(address: string) {
  const { kontorSession: sent } = window
  if (sent?.address !== address) return transport
  window.kontorSession = undefined
  return createTransport({ baseUrl: '', fetch: () => sent.response })
}

export const ask = async <T>(address: string, options?: RequestOptions): Promise<Answer<T>> =>
  answerIn<T, Meta>(await transportTo(address).send(address, options), true)
