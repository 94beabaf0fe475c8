// The document says some things once that types say where they are used: see `whole`.
import { nameIn, type OpenApiDocument, type Schema } from './document.ts'

/** With named plain values, such as a version, where they are referred to, and with objects in one piece. */
export function withWholeSchemas(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components
  const whole = Object.entries(schemas)
    .filter(([, schema]) => !isPlain(schema))
    .map(([name, schema]) => [name, wholeSchema(schema, schemas)])
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(whole) } }
}

type Schemas = OpenApiDocument['components']['schemas']

const PLAIN = ['string', 'integer', 'number', 'boolean', 'null']
const isPlain = ({ type = [], enum: values }: Schema): boolean => {
  const types = [type].flat()
  return types.length > 0 && types.every((one) => PLAIN.includes(one)) && !values
}

function wholeSchema(schema: Schema, schemas: Schemas): Schema {
  const target = schema.$ref ? schemas[nameIn(schema.$ref)] : undefined
  if (target) return isPlain(target) ? target : schema
  if (schema.allOf) return wholeSchema(joined(schema, schema.allOf, schemas), schemas)
  const { properties, items } = schema
  const inner = Object.entries(properties ?? {}).map(([name, value]) => [name, wholeSchema(value, schemas)])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(inner) }),
    ...(items && { items: wholeSchema(items, schemas) }),
  }
}

/** A property that a later part only names is as an earlier one describes it. */
function joined({ allOf: _, ...rest }: Schema, parts: readonly Schema[], schemas: Schemas): Schema {
  const objects = parts.map((part) => (part.$ref ? schemas[nameIn(part.$ref)]! : part))
  const properties: Record<string, Schema> = {}
  for (const object of objects)
    for (const [name, schema] of Object.entries(object.properties ?? {}))
      if (Object.keys(schema).length > 0) properties[name] = schema
  return { ...rest, type: 'object', properties, required: objects.flatMap(({ required = [] }) => required) }
}
