// Names the methods of the client: `kontor.items.list`, `kontor.invoices.fromOrder`.
import {
  block,
  comment,
  type Described,
  HEAD,
  isFile,
  literal,
  type OpenApiDocument,
  operationsOf,
  parametersOf,
} from './document.ts'

interface Method extends Described {
  /** What follows the name of the resource, without ids. */
  readonly words: readonly string[]
}

/** The content of one file: which method calls which operation, and what it takes. */
export function routesOf(document: OpenApiDocument): string {
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags![0]!)
  const resources = [...byTag].flatMap(([tag, described]) => resourceOf(document, tag, described))
  const unrepeatable = operationsOf(document).filter((described) => isUnrepeatable(document, described))
  return [
    HEAD,
    `export const routes = ${block(resources)} as const\n`,
    '/** Resources whose records can be read and written by a unique field. */',
    `export const keyedResources: readonly string[] = ${JSON.stringify(keyedIn(document))}\n`,
    '/** Writes that take no Idempotency-Key: sent twice, they may be done twice. */',
    `export const unrepeatable: readonly string[] = [\n${unrepeatable.map(({ name }) => `  ${literal(name)},`).join('\n')}\n]\n`,
  ].join('\n')
}

function resourceOf(document: OpenApiDocument, tag: string, described: readonly Described[]): string[] {
  const methods = methodsOf(document, tag, described)
  if (methods.length === 0) return []
  const member = ({ name, ...one }: Named) =>
    `${comment(one.described.operation.summary)}${name ?? camelCase([tag])}: ${route(document, one.described)},`
  if (methods.length === 1) return methods.map(member)
  return [`${camelCase([tag])}: ${block(methods.map(member))},`]
}

function keyedIn(document: OpenApiDocument): readonly string[] {
  const byKey = operationsOf(document).find(({ path }) => isByKey(path))
  const parameters = byKey ? parametersOf(document, byKey.operation) : []
  return (parameters.find(({ name }) => name === 'resource')?.schema.enum ?? []) as string[]
}

/** Of any resource: the methods of each resource call it. */
const isByKey = (path: string): boolean => path.startsWith('/{resource}/')

interface Named {
  readonly described: Described
  /** Undefined if the resource has one operation: it is that operation, `kontor.search({ q })`. */
  readonly name?: string
}

function methodsOf(document: OpenApiDocument, tag: string, described: readonly Described[]): Named[] {
  if (described.every(({ path }) => path.endsWith('.json') || isByKey(path))) return []
  if (described.length === 1) return [{ described: described[0]! }]
  const methods = described.map((one) => ({ ...one, words: wordsOf(tag, one.path) }))
  const isPlain = methods.every(({ words }) => words.length < 2) && hasNamesOfTheirOwn(methods)
  return methods
    .filter(({ method, words }) => method !== 'PATCH' || words.length === 0)
    .map((one) => ({ described: one, name: isPlain ? nameOf(document, one) : one.operation.operationId! }))
}

/** How the client calls each operation that has a method, by its name: `GET /items` as `items.list`. */
export function callsOf(document: OpenApiDocument): Map<string, string> {
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags![0]!)
  const calls = [...byTag].flatMap(([tag, described]) =>
    methodsOf(document, tag, described).map(({ described: { name: operation }, name }) => {
      const resource = camelCase([tag])
      return [operation, name ? `${resource}.${name}` : resource] as const
    }),
  )
  return new Map(calls)
}

/** `/invoices/{id}/pdf` of `invoices` as `['pdf']`. */
const wordsOf = (tag: string, path: string): string[] =>
  path.split('/').filter((word) => word !== '' && word !== tag && !word.startsWith('{'))

/** Whether the words alone tell the methods apart. */
function hasNamesOfTheirOwn(methods: readonly Method[]): boolean {
  const named = methods.filter(({ words }) => words.length > 0)
  return new Set(named.map(({ method, words }) => `${method} ${words}`)).size === named.length
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}
/** Before the part of a record that is changed: `setStatus`. */
const PREFIXES: Readonly<Record<string, string>> = { PUT: 'set', DELETE: 'delete' }

function nameOf(document: OpenApiDocument, { method, path, words, operation }: Method): string {
  if (words.length > 0) return camelCase([PREFIXES[method] ?? '', ...words])
  if (method !== 'GET') return VERBS[method]!
  const isList = parametersOf(document, operation).some(({ name }) => name === 'cursor')
  return path.includes('{') || !(isList || operation.operationId!.startsWith('list')) ? 'get' : 'list'
}

function route(document: OpenApiDocument, { name, operation }: Described): string {
  const inQuery = parametersOf(document, operation).some((parameter) => parameter.in === 'query')
  const parts = [
    `operation: ${literal(name)}`,
    ...(operation.requestBody ? ["takes: 'body'"] : inQuery ? ["takes: 'query'"] : []),
    ...(isFile(document, operation) ? ['isFile: true'] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

const isUnrepeatable = (document: OpenApiDocument, { method, operation }: Described) =>
  method !== 'GET' && !parametersOf(document, operation).some(({ name }) => name === 'Idempotency-Key')

function camelCase(words: readonly string[]): string {
  const [first, ...rest] = words.flatMap((word) => word.split('-')).filter((word) => word !== '')
  return first! + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
