import { serviceActor } from '../core/access.ts'
import type { Command, Executor } from '../core/command.ts'
import type { ListQuery } from '../core/list-query.ts'
import { Problem, refuseFaults } from '../core/problem.ts'
import { type Detail, readInput } from '../model/input.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import { customers } from '../resources/customers/customers.resource.ts'
import { items } from '../resources/items/items.resource.ts'
import { demoCustomers } from './customers.ts'
import { demoItems } from './items.ts'

export interface Filled {
  readonly items: number
  readonly customers: number
}

const stages: readonly (readonly [Resource, readonly AnyRecord[]])[] = [
  [items, demoItems as readonly AnyRecord[]],
  [customers, demoCustomers as readonly AnyRecord[]],
]

/** Fills an empty database with a small trading company; leaves one that is in use alone and returns undefined. */
export async function fillDemo(executor: Executor): Promise<Filled | undefined> {
  for (const [{ name }] of stages) if (!(await isEmpty(executor, name))) return undefined
  const commands = stages.flatMap(([resource, records]) => records.map((values) => createCommand(resource, values)))
  try {
    for (const command of commands) await executor.execute(command)
  } catch (error) {
    // The records have no fault: one of them can only be refused because another process is creating them just now.
    if (error instanceof Problem && error.code === 'VALIDATION_ERROR') return undefined
    throw error
  }
  return { items: demoItems.length, customers: demoCustomers.length }
}

const FIRST_ONE: ListQuery = {
  perPage: 1,
  page: 1,
  sort: 'createdAt',
  order: 'desc',
  words: [],
  conditions: [],
  withTotal: false,
}

async function isEmpty(executor: Executor, resource: string): Promise<boolean> {
  const command = { resource, action: 'list', actor: serviceActor, id: '', input: {}, list: FIRST_ONE }
  const { body } = await executor.execute(command)
  return JSON.parse(body).data.length === 0
}

function createCommand({ name, fields }: Resource, values: AnyRecord): Command {
  const faults: Detail[] = []
  const input = readInput(fields, values, 'create', faults)
  refuseFaults(faults)
  return { resource: name, action: 'create', actor: serviceActor, id: '', input }
}
