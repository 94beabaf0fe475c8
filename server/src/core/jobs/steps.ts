import type { AnyRecord, Resource, Row } from '../../model/resource.ts'
import { timeText } from '../../model/text.ts'
import { type Actor, serviceActor } from '../access.ts'
import { type Context, writeAction } from '../action.ts'
import { dueRanges } from '../due.ts'
import { type Condition, plainList } from '../lists/list-query.ts'
import { Problem } from '../problem.ts'
import type { Entry } from '../rules.ts'
import { wholeScope } from '../store.ts'
import type { Host } from './jobs.ts'

/**
 * What a job does in the database, each in a transaction of its own. A step locks its record and checks that the state is the
 * one that the job has seen; what it returns is plain data.
 */
type Step = (ctx: Context, id: string, input: never) => Promise<object>

/** The steps of a job as an entry: actions like any others, but without an endpoint. */
export const stepsEntry = (resource: Resource, steps: Readonly<Record<string, Step>>): Entry => ({
  resource,
  actions: Object.entries(steps).map(([name, run]) =>
    writeAction({
      name,
      method: 'POST',
      path: '',
      summary: name,
      access: 'signed-in',
      status: 200,
      run: async (ctx, { id, input }) => ({ data: await run(ctx, id, input as never) }),
    }),
  ),
})

/** Carries out a step and returns its data. */
export type TakeStep = (name: string, id: string, input?: object, actor?: Actor) => Promise<AnyRecord>

export const stepsOf =
  ({ executor }: Pick<Host, 'executor'>, { name: resource }: Resource): TakeStep =>
  async (action, id, input = {}, actor = serviceActor) => {
    const { body } = await executor.execute({ resource, action, actor, id, input: input as AnyRecord })
    return JSON.parse(body).data
  }

/** Steps on records that can be removed meanwhile: nothing happens then. */
export const ifStored =
  (takeStep: TakeStep): TakeStep =>
  (...order) =>
    takeStep(...order).catch((error) => {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return {}
      throw error
    })

/** The records whose time has come, the oldest first. `longestWaitMs`: no time is stored that lies further ahead. */
export async function dueRecords<R extends Resource>(
  { store, clock }: Host,
  resource: R,
  path: string,
  longestWaitMs: number,
  conditions: readonly Condition[] = [],
): Promise<readonly Row<R>[]> {
  const at = timeText(clock())
  const reads = store.reads(wholeScope(at))
  const pages = dueRanges(path, at, longestWaitMs).map((range) =>
    reads.list(resource, plainList([...conditions, range], { sort: path, order: 'asc' })),
  )
  return (await Promise.all(pages)).flatMap(({ records }) => records)
}
