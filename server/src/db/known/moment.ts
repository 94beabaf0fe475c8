import type { Reads } from '../../core/store.ts'

/** The reads of one moment: what was read once is not read again. */
export function momentOf(reads: Reads): Reads {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const value = (known.get(key) as Promise<T> | undefined) ?? read()
    known.set(key, value)
    return value
  }
  return {
    ...reads,
    get: (resource, id) => once(`${resource.name} ${id}`, () => reads.get(resource, id)),
    getMany: (resource, ids) => once(`${resource.name} of ${ids}`, () => reads.getMany(resource, ids)),
    related: (resource, field, ids) =>
      once(`${resource.name} by ${field} ${ids}`, () => reads.related(resource, field, ids)),
    heads: (resource, field, ids, where) =>
      once(`heads of ${resource.name} by ${field} ${ids} ${JSON.stringify(where)}`, () =>
        reads.heads(resource, field, ids, where),
      ),
  }
}
