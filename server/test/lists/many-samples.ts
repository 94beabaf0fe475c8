// The samples of fixtures by the thousand, written past the API, for the plans of the database.
import type { Records } from '../../src/core/store.ts'
import type { Field, Fields } from '../../src/model/fields.ts'
import { type AnyRecord, fieldsOf, type Resource } from '../../src/model/resource.ts'
import type { Kontor } from '../support/kontor.ts'
import { createSamples } from '../support/world.ts'
import { dayAt } from './many-documents.ts'

/** The samples of a resource, as they are stored. */
export async function storedSamples(kontor: Kontor, { name }: Resource): Promise<readonly string[]> {
  await createSamples(kontor, name)
  const { data } = (await kontor.get(`/${name}?perPage=100&fields=id`)).body
  return data.map(({ id }: { id: string }) => id)
}

/** One more like one of the samples: equal values lie close together, and what is unique remains so. */
export async function insertLike(
  records: Records,
  resource: Resource,
  samples: readonly string[],
  { index, share }: { readonly index: number; readonly share: number },
): Promise<void> {
  const sample = await records.get(resource, samples[Math.floor(share * samples.length)]!)
  await records.insert(resource, varied(fieldsOf(resource), sample, index) as never)
}

/** The store itself sets these. */
const OF_THE_STORE = ['id', 'createdAt', 'updatedAt', 'createdBy', 'version']

const varied = (fields: Fields, record: AnyRecord, index: number): AnyRecord =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name in record && !OF_THE_STORE.includes(name))
      .map(([name, field]) => [name, variedValue(field, record[name], index)]),
  )

function variedValue({ kind, options }: Field, value: unknown, index: number): unknown {
  if (kind.name === 'externalIds') return {} // no two records share one
  if (value === null || typeof value === 'object') {
    if (!options.fields || value === null) return value
    const parts = options.fields
    return Array.isArray(value)
      ? value.map((line) => varied(parts, line, index))
      : varied(parts, value as AnyRecord, index)
  }
  if (options.unique) return `${value}-${index}`
  if (kind.name === 'text' && !options.choices) return `${value} ${index % 300}`
  if (kind.name === 'date') return dayAt(index)
  return typeof value === 'number' ? (index * 7) % 1000 : value
}
