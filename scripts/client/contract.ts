// Converts the OpenAPI document to TypeScript types. Supports only the keywords of our own document and throws on others.
import {
  block,
  comment,
  type Described,
  HEAD,
  isFile,
  isFilter,
  JSON_TYPE,
  literal,
  nameIn,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
  type Response,
  type Schema,
  successOf,
} from './document.ts'
import { withWholeSchemas } from './whole-schemas.ts'

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The content of one file: `Schemas` by name, `Refusals` by response, `Operations` by method and path. */
export function contractOf(compact: OpenApiDocument): string {
  const document = withWholeSchemas(compact)
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}readonly ${name}: ${typeOf(schema)}`,
  )
  const operations = operationsOf(document).map((described) => operationType(document, described))
  const parts = { Schemas: schemas, Refusals: refusalTypes(document), Operations: operations }
  const interfaces = Object.entries(parts).map(([name, members]) => `export interface ${name} ${block(members)}\n`)
  return [HEAD, ...interfaces].join('\n\n')
}

function operationType(document: OpenApiDocument, { name, operation }: Described): string {
  const parameters = parametersOf(document, operation)
  const { requestBody } = operation
  const placed = (place: string) => parameters.filter((parameter) => parameter.in === place && !isFilter(parameter))
  const parts = [
    ...parametersType('path', placed('path')),
    ...parametersType('query', placed('query')),
    ...parametersType('filter', parameters.filter(isFilter)),
    ...(requestBody ? [bodyType(requestBody)] : []),
    ...answerTypes(document, operation),
    `readonly refusal: ${refusalOf(operation)}`,
  ]
  return `${comment(operation.summary)}readonly '${name}': ${block(parts)}`
}

/** A body that is not JSON is a file, whose media type the Blob tells. */
function bodyType({ content, required }: NonNullable<Operation['requestBody']>): string {
  const json = content[JSON_TYPE]
  return json ? member('body', json.schema, required) : `readonly body${required ? '' : '?'}: Blob`
}

/** What is in the envelope. A file has none. */
function answerTypes(document: OpenApiDocument, operation: Operation): string[] {
  const { status, content } = successOf(document, operation)
  if (isFile(document, operation)) return ['readonly file: true', 'readonly data: undefined']
  if (status === '204') return ['readonly data: undefined']
  const { schema } = content![JSON_TYPE]!
  const envelope = schema.$ref ? document.components.schemas[nameIn(schema.$ref)]! : schema
  const { data, meta } = envelope.properties ?? {}
  const mayBeEmpty = '204' in operation.responses // unless it is a dry run
  return [
    `readonly data: ${data ? typeOf(data) : 'unknown'}${mayBeEmpty ? ' | undefined' : ''}`,
    ...(meta ? [member('meta', meta, !mayBeEmpty && envelope.required?.includes('meta'))] : []),
  ]
}

/** The codes of the error responses that operations share. */
function refusalTypes({ components }: OpenApiDocument): string[] {
  return Object.entries(components.responses ?? {}).flatMap(([name, response]) => {
    const codes = codesOf(response)
    return codes.length > 0 ? [`readonly ${name}: ${union(codes)}`] : []
  })
}

const codesOf = ({ content }: Response): string[] => {
  const codes = content?.[JSON_TYPE]?.schema.allOf?.[1]?.properties?.error?.properties?.code?.enum
  return (codes ?? []).map(literal)
}

function refusalOf({ responses }: Operation): string {
  const refusals = Object.entries(responses).filter(([status]) => status === 'default' || Number(status) >= 400)
  const types = refusals.flatMap(([, response]) =>
    '$ref' in response ? `Refusals['${nameIn(response.$ref)}']` : codesOf(response),
  )
  return union(types) || 'never'
}

function parametersType(place: string, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return []
  const mark = parameters.some(({ required }) => required) ? '' : '?'
  return [
    `readonly ${place}${mark}: ${block(parameters.map(({ name, required, schema }) => member(name, schema, required)))}`,
  ]
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `Schemas['${nameIn(schema.$ref)}']`
  if (schema.anyOf) return union(schema.anyOf.map(typeOf))
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  if (typeof schema.type === 'object') return union(schema.type.map((type) => typeOf({ ...schema, type })))
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'object') return objectType(schema)
  if (schema.type === undefined) return 'unknown'
  return SIMPLE[schema.type] ?? unsupported(schema)
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Readonly<Record<string, ${values}>>`
  }
  const members = Object.entries(properties).map(
    ([name, schema]) => comment(schema.description) + member(name, schema, required.includes(name)),
  )
  return block(members)
}

const member = (name: string, schema: Schema, isRequired: boolean | undefined) =>
  `readonly ${/^\w+$/.test(name) ? name : literal(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`
const union = (types: readonly string[]) => [...new Set(types)].join(' | ')

function unsupported(schema: Schema): never {
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`)
}
