// Programs with the client, one for each operation, for the API explorer.
import {
  type Described,
  isFile,
  JSON_TYPE,
  nameIn,
  type OpenApiDocument,
  operationsOf,
  parametersOf,
} from './document.ts'
import { callsOf } from './routes.ts'
import { sourceOf } from './source.ts'

/** In the place of the address of the server, which only the reader's browser knows. */
const ORIGIN = '{origin}'
const PAGE = { perPage: 20 }

export interface Samples {
  /** What every program begins with. */
  readonly head: string
  /** The call of each operation, by its operationId. */
  readonly calls: Readonly<Record<string, string>>
}

export function samplesOf(document: OpenApiDocument): Samples {
  const names = callsOf(document)
  const described = operationsOf(document).filter(({ path }) => !path.endsWith('.json'))
  const calls = described.map((one) => [one.operation.operationId!, callOf(document, one, names.get(one.name))])
  return { head: HEAD, calls: Object.fromEntries(calls) }
}

const HEAD = `import { Kontor } from '@kontor/client'

const kontor = new Kontor({
  baseUrl: '${ORIGIN}',
  apiKey: process.env.KONTOR_API_KEY!,
})
`

/** The text of the file that the explorer serves. */
export const samplesText = (document: OpenApiDocument): string => `${JSON.stringify(samplesOf(document), null, 2)}\n`

function callOf(document: OpenApiDocument, described: Described, method: string | undefined): string {
  const { name, operation } = described
  const words = method ? wordsOf(document, described) : [sourceOf(name), sourceOf(placesOf(document, described))]
  const call = `await kontor.${method ?? 'request'}(${words.join(', ')})`
  if (uploadTypeOf(described))
    return `const { openAsBlob } = await import('node:fs')\nconst { data } = ${call}\nconsole.log(data)`
  if (isFile(document, operation)) return `const file = ${call}\nconsole.log(file.name, await file.text())`
  return '204' in operation.responses ? call : `const { data } = ${call}\nconsole.log(data)`
}

/** As a method takes them: the id, then the body or the query. */
function wordsOf(document: OpenApiDocument, described: Described): string[] {
  const { path, body, query } = placesOf(document, described)
  const words = [...Object.values(path ?? {}), body, query]
    .filter((word) => word !== undefined)
    .map((word) => sourceOf(word))
  const type = uploadTypeOf(described)
  return type === undefined ? words : [...words, `await openAsBlob('file', { type: '${type}' })`]
}

/** The media type of a file that is sent instead of JSON. */
const uploadTypeOf = ({ operation: { requestBody } }: Described): string | undefined =>
  requestBody && !(JSON_TYPE in requestBody.content) ? Object.keys(requestBody.content)[0] : undefined

interface Places {
  readonly path?: object
  readonly body?: unknown
  readonly query?: object
}

function placesOf(document: OpenApiDocument, { operation }: Described): Places {
  const parameters = parametersOf(document, operation)
  const required = (place: string) => {
    const wanted = parameters.filter((parameter) => parameter.in === place && parameter.required)
    return Object.fromEntries(wanted.map(({ name, example }) => [name, example]))
  }
  const [path, own] = [required('path'), required('query')]
  const query = parameters.some(({ name }) => name in PAGE) ? { ...own, ...PAGE } : own
  const content = operation.requestBody?.content[JSON_TYPE]
  const reference = content?.schema.$ref
  return {
    ...(isFilled(path) && { path }),
    ...(reference && { body: document.components.schemas[nameIn(reference)]!.examples![0] }),
    ...(content?.example !== undefined && { body: content.example }),
    ...(isFilled(query) && { query }),
  }
}

const isFilled = (object: object) => Object.keys(object).length > 0
