import { request } from '../../../client/src/request.ts'
import type { Answer, DataOf, MetaOf, Operation, RequestOptions } from '../../../client/src/types.ts'
import { transport } from './http.ts'

export type { DataOf, Operation }

/** The argument may be left out if all of its properties are optional. */
type Words<Name extends Operation> =
  Record<never, never> extends RequestOptions<Name> ? [options?: RequestOptions<Name>] : [options: RequestOptions<Name>]

/**
 * One operation of the API by its name in the contract: `call('GET /reports/sales', { query: { interval: 'week' } })`.
 * Screens that work over any resource know no names; they use `http` and read a `Row`.
 */
export const call = <Name extends Operation>(
  name: Name,
  ...words: Words<Name>
): Promise<Answer<DataOf<Name>, MetaOf<Name>>> => request(transport, name, (words[0] ?? {}) as RequestOptions<Name>)
