import { queryOptions, useQuery } from '@tanstack/react-query'
import { http } from '../../../api/http.ts'
import type { Row } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'

export interface LastPrice {
  readonly rate: number
  readonly date: string
}

type LastPrices = ReadonlyMap<string, LastPrice>

const NONE: LastPrices = new Map()
const ORDERS = 25

/** The prices of items in the customer's latest orders. */
const lastPricesQuery = (customer: string) =>
  queryOptions({
    queryKey: ['sales-orders', 'last-prices', customer],
    queryFn: async ({ signal }): Promise<LastPrices> => {
      const query = `customer=${customer}&status[in]=submitted,on_hold,closed&sort=orderDate&order=desc&perPage=${ORDERS}`
      const { data } = await http<readonly Row[]>(`/sales-orders?${query}&includeTotal=false&fields=orderDate,items`, {
        signal,
      })
      return pricesIn(data)
    },
  })

/** The newest order of an item decides. */
export function pricesIn(orders: readonly Row[]): LastPrices {
  const prices = new Map<string, LastPrice>()
  for (const { orderDate, items } of orders)
    for (const { item, rate } of items as readonly Row[])
      if (typeof rate === 'number' && !prices.has(item as string))
        prices.set(item as string, { rate, date: String(orderDate) })
  return prices
}

export function useLastPrices(customer: string | null): LastPrices {
  const canRead = useResource('sales-orders') !== undefined
  const { data = NONE } = useQuery({ ...lastPricesQuery(customer ?? ''), enabled: customer !== null && canRead })
  return data
}
