import type { Reads } from '../../core/store.ts'

/** The reads of one moment: from now on, what was read once is not read again. */
export function momentOf(reads: Reads): Reads {
  const { get, getMany, related, heads } = reads
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const value = (known.get(key) as Promise<T> | undefined) ?? read()
    known.set(key, value)
    return value
  }
  return Object.assign(reads, {
    get: (resource, id) => once(`${resource.name} ${id}`, () => get(resource, id)),
    getMany: (resource, ids) => once(`${resource.name} of ${ids}`, () => getMany(resource, ids)),
    related: (resource, field, ids) => once(`${resource.name} by ${field} ${ids}`, () => related(resource, field, ids)),
    heads: (resource, field, ids, where) =>
      once(`heads of ${resource.name} by ${field} ${ids} ${JSON.stringify(where)}`, () =>
        heads(resource, field, ids, where),
      ),
  } satisfies Pick<Reads, 'get' | 'getMany' | 'related' | 'heads'>)
}
