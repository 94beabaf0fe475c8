import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { http } from '../api/http.ts'
import { searchText } from '../ui/search-text.ts'

export interface Sum {
  readonly count: number
  readonly amount: number
}

/** What the user may not read is left out. */
export interface Summary {
  readonly from: string
  readonly to: string
  readonly revenue?: Sum
  readonly previousRevenue?: Sum
  readonly unpaid?: Sum
  readonly overdue?: Sum
  readonly openOrders?: Sum
  readonly ordersByStatus?: Readonly<Record<string, number>>
  readonly lowStock?: { readonly count: number }
}

export interface SalesPeriod {
  readonly from: string
  readonly to: string
  readonly invoiced?: number
  readonly collected?: number
}

export interface Sales {
  readonly periods: readonly SalesPeriod[]
}

export interface Receivables {
  readonly total: Sum
  readonly ages: readonly ({ readonly age: string } & Sum)[]
}

export interface LowStock {
  readonly count: number
  readonly items: readonly {
    readonly id: string
    readonly itemCode: string
    readonly itemName: string
    readonly uom: string
    readonly availableStock: number
    readonly reorderLevel: number
  }[]
}

const report = <T>(name: string, parameters: Readonly<Record<string, unknown>> = {}) => {
  const query = searchText(parameters)
  return queryOptions({
    queryKey: ['reports', name, query],
    queryFn: async ({ signal }) => (await http<T>(`/reports/${name}${query && `?${query}`}`, { signal })).data,
    placeholderData: keepPreviousData,
  })
}

export const summaryQuery = (from: string, to: string) => report<Summary>('summary', { from, to })
export const salesQuery = (from: string, to: string, interval: string) => report<Sales>('sales', { from, to, interval })
export const receivablesQuery = report<Receivables>('receivables', { limit: 1 })
export const lowStockQuery = report<LowStock>('low-stock', { limit: 6 })
