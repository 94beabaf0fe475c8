import type { Resource } from '../model/resource.ts'
import { customers } from './customers/customers.resource.ts'
import { items } from './items/items.resource.ts'

/** The whole product, one line a resource. Pure declarations: the web interface reads them too. */
export const catalog: readonly Resource[] = [items, customers]
