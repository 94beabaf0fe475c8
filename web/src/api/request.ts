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
  readonly warnings?: readonly { readonly code: string; readonly message: string }[]
}

export type Answer<T> = Pick<AnswerWith<T, Meta>, 'data' | 'meta' | 'etag'>

/** Without a token, such as to the session of the browser. */
const transport = createTransport({ baseUrl: '' })

export const ask = async <T>(address: string, options?: RequestOptions): Promise<Answer<T>> =>
  answerIn<T, Meta>(await transport.send(address, options), true)
