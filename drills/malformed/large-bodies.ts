import fc from 'fast-check'
import type { ApiDocument, HostileRequest } from '../../server/test/fuzz/requests.ts'

const BYTES = 1_000_000

const filled = (part: string) => part.repeat(Math.floor(BYTES / part.length))
const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')

/** Bodies of the permitted size that consist of one thing. They are made when they are sent. */
const CONTENTS: readonly (() => string)[] = [
  () => `{${keys(70_000)}}`,
  () => `{${keys(900)}}`,
  () => `[${filled('1,')}1]`,
  () => `{"items":[${filled('{},')}{}]}`,
  () => `{"items":[${`{${keys(100)}},`.repeat(499)}{}]}`,
  () => `{"action":"create","rows":[${`{${keys(50)}},`.repeat(999)}{}]}`,
  () => `{"externalIds":{${keys(900)}}}`,
  () => filled(' '),
  () => filled('\n'),
  () => '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2),
  () => `${filled('{"a":')}1`,
  () => `{"name":"${filled(' ')}"}`,
  () => `"${filled('\\')}`,
]

const TYPES = ['application/json', 'application/x-ndjson', 'text/csv'] as const

/** Such a body to everything that is not read, whether it takes a body or not. */
export function requestsWithLargeBodies({ paths }: ApiDocument): fc.Arbitrary<HostileRequest> {
  const addresses = Object.entries(paths).flatMap(([path, { parameters: _, ...methods }]) =>
    Object.keys(methods)
      .map((method) => method.toUpperCase())
      .filter((method) => method !== 'GET')
      .map((method) => ({ method, url: path.replaceAll(/\{\w+\}/g, 'none') })),
  )
  return fc
    .record({
      address: fc.constantFrom(...addresses),
      content: fc.constantFrom(...CONTENTS),
      type: fc.oneof(
        { weight: 4, arbitrary: fc.constant(TYPES[0]) },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      key: fc.option(fc.uuid(), { nil: undefined }),
    })
    .map(({ address, content, type, key }) => ({
      ...address,
      headers: { 'content-type': type, ...(key && { 'idempotency-key': key }) },
      payload: content(),
    }))
}
