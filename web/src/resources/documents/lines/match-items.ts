import { http } from '../../../api/http.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { type ItemTerms, taxField } from './lines.ts'

const ITEM_FIELDS = ['itemCode', 'itemName', 'itemType', 'uom', 'availableStock']

/** What a line needs to know of its item. */
export const itemFields = (terms: ItemTerms): readonly string[] => [
  ...ITEM_FIELDS,
  ...[terms.price, taxField(terms)].filter((name) => typeof name === 'string'),
]

const AT_ONCE = 4
const PER_REQUEST = 50
/** The score of an exact match of a code or a name. */
const EXACT = 1

/** The item that each text names by its code or its exact name, whatever the case; texts that name none are left out. */
export async function matchItems(
  resource: Resource,
  texts: readonly string[],
  terms: ItemTerms,
): Promise<ReadonlyMap<string, Row>> {
  const itemsWith = (field: string, values: readonly string[]) => fetchItems(resource, field, values, itemFields(terms))
  const words = [...new Set(texts)]
  const codes = words.flatMap((text) => [text, text.toUpperCase()])
  const byCode = new Map((await itemsWith('itemCode', codes)).map((row) => [folded(row.itemCode), row]))
  const unknown = words.filter((text) => !byCode.has(folded(text)))
  const idByText = await exactIds(resource, unknown)
  const byId = new Map((await itemsWith('id', [...idByText.values()])).map((row) => [row.id, row]))
  return new Map(
    words.flatMap((text): [string, Row][] => {
      const row = byCode.get(folded(text)) ?? byId.get(idByText.get(text) ?? '')
      return row ? [[text, row]] : []
    }),
  )
}

const folded = (code: unknown) => String(code).toLowerCase()

/** Some requests at a time. */
async function exactIds(resource: Resource, texts: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const waiting = [...texts]
  const work = async () => {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const id = await exactId(resource, text)
      if (id) found.set(text, id)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

async function exactId({ path }: Resource, text: string): Promise<string | undefined> {
  const question = `/search?types=${path}&limit=1&q=${encodeURIComponent(text)}`
  const { data } = await http<Readonly<Record<string, readonly (Row & { score: number })[]>>>(question)
  const [hit] = data[path] ?? []
  return hit?.score === EXACT ? hit.id : undefined
}

async function fetchItems(
  resource: Resource,
  field: string,
  values: readonly string[],
  wanted: readonly string[],
): Promise<readonly Row[]> {
  const seen = wanted.filter((name) => resource.fields.some((one) => one.name === name))
  const rows: Row[] = []
  for (const some of chunks([...new Set(values)])) {
    const list = some.map((value) => encodeURIComponent(value.replace(/[\\,]/g, '\\$&'))).join(',')
    const query = `${field}[in]=${list}&perPage=100&includeTotal=false&fields=id,isActive,${seen.join(',')}`
    const { data } = await http<readonly Row[]>(`/${resource.path}?${query}`)
    rows.push(...data.filter(({ isActive }) => isActive !== false))
  }
  return rows
}

const chunks = (values: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(values.length / PER_REQUEST) }, (_, index) =>
    values.slice(index * PER_REQUEST, (index + 1) * PER_REQUEST),
  )
