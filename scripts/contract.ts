// The OpenAPI document as types of TypeScript. It knows only what occurs in our own document, and says so if more does.

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly description?: string
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation {
  readonly summary?: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, Parameter>>
  }
}

const HEAD =
  '// Written by "npm run openapi" from docs/openapi.json: what the API takes and answers with. Not to be changed by hand.'
const ROOT = '/api/v1'
const JSON_TYPE = 'application/json'
const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** One file: `Schemas` by their names, `Operations` by verb and address. */
export function contractOf(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}readonly ${name}: ${typeOf(schema)}`,
  )
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith(`${ROOT}/`))
    .flatMap(([path, verbs]) =>
      Object.entries(verbs).flatMap(([verb, operation]) => operationType(document, verb, path, operation)),
    )
  return `${HEAD}\n\nexport interface Schemas ${block(schemas)}\n\nexport interface Operations ${block(operations)}\n`
}

function operationType(document: OpenApiDocument, verb: string, path: string, operation: Operation): string[] {
  const data = answered(operation)
  if (data === undefined) return []
  const parameters = (operation.parameters ?? []).map((given) =>
    '$ref' in given ? document.components.parameters![nameIn(given.$ref)]! : given,
  )
  const { requestBody } = operation
  const parts = [
    ...parametersType('path', parameters),
    ...parametersType('query', parameters),
    ...(requestBody ? [member('body', requestBody.content[JSON_TYPE]!.schema, requestBody.required)] : []),
    `readonly data: ${data}`,
  ]
  return [`${comment(operation.summary)}readonly '${verb.toUpperCase()} ${path.slice(ROOT.length)}': ${block(parts)}`]
}

/** What lies in the envelope. Files have none, so they are left out. */
function answered({ responses }: Operation): string | undefined {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2'))!
  if (status === '204') return 'undefined'
  const data = response.content?.[JSON_TYPE]?.schema.properties?.data
  return data && typeOf(data)
}

function parametersType(place: string, parameters: readonly Parameter[]): string[] {
  const wanted = parameters.filter((parameter) => parameter.in === place)
  if (wanted.length === 0) return []
  const mark = wanted.some(({ required }) => required) ? '' : '?'
  return [
    `readonly ${place}${mark}: ${block(wanted.map(({ name, required, schema }) => member(name, schema, required)))}`,
  ]
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `Schemas['${nameIn(schema.$ref)}']`
  if (schema.anyOf) return union(schema.anyOf.map(typeOf))
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  if (typeof schema.type === 'object') return union(schema.type.map((type) => typeOf({ ...schema, type })))
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'object') return objectType(schema)
  if (schema.type === undefined) return 'unknown'
  return SIMPLE[schema.type] ?? unforeseen(schema)
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
const comment = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n` : ''
const block = (members: readonly string[]) => `{\n${members.join('\n').replace(/^/gm, '  ')}\n}`
const union = (types: readonly string[]) => [...new Set(types)].join(' | ')
const literal = (value: unknown) => JSON.stringify(value)
const nameIn = (reference: string) => reference.split('/').at(-1)!

function unforeseen(schema: Schema): never {
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`)
}
