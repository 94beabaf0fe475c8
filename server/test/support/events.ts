import assert from 'node:assert/strict'
import type { CallOptions, Kontor } from './kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
export type AnyEvent = any

export interface Walked {
  readonly events: readonly AnyEvent[]
  /** Where the next walk begins. */
  readonly cursor: string
}

/** All events after a cursor, page by page. */
export async function eventsAfter(
  kontor: Kontor,
  after: string | undefined,
  query = '',
  options?: CallOptions,
): Promise<Walked> {
  const events: AnyEvent[] = []
  for (let cursor = after; ; ) {
    const path = `/events?${cursor === undefined ? '' : `after=${cursor}&`}${query}`
    const { status, body, text } = await kontor.get(path, options)
    assert.equal(status, 200, text)
    events.push(...body.data)
    cursor = body.meta.cursor as string
    if (!body.meta.hasMore) return { events, cursor }
  }
}

/** The place after the newest event. */
export const endOfFeed = async (kontor: Kontor): Promise<string> => (await eventsAfter(kontor, 'now')).cursor

export const typesOf = (events: readonly AnyEvent[]): string[] => events.map(({ type }) => type)

/** The events of some work. */
export async function eventsOf(kontor: Kontor, work: () => Promise<unknown>, query?: string, options?: CallOptions) {
  const start = await endOfFeed(kontor)
  await work()
  return (await eventsAfter(kontor, start, query, options)).events
}
