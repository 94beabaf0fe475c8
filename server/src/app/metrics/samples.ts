import type { Distribution } from '../../db/write-queue/write-stats.ts'
import type { Sample } from '../../http/answers/access-log.ts'

type Labels = Readonly<Record<string, string>>
/** How the values of several processes become one. */
type Together = 'sum' | 'max' | 'min' | 'first'

/** No sample where there is nothing to measure. */
export const gauge = (name: string, help: string, value: number | undefined, together: Together = 'sum'): Sample[] =>
  value === undefined
    ? []
    : [{ name, help, type: 'gauge' as never, aggregator: together, values: [{ value, labels: {} }] }]

export const counter = (name: string, help: string, value: number | undefined): Sample[] =>
  value === undefined
    ? []
    : [{ name, help, type: 'counter' as never, aggregator: 'sum', values: [{ value, labels: {} }] }]

export const labelled = (
  name: string,
  help: string,
  values: readonly { readonly labels: Labels; readonly value: number }[],
  together: Together = 'sum',
): Sample[] => (values.length === 0 ? [] : [{ name, help, type: 'gauge' as never, aggregator: together, values }])

export function histogram(name: string, help: string, { bounds, counts, sum }: Distribution): Sample[] {
  let count = 0
  const buckets = counts.map((here, index) => {
    count += here
    return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf' }, value: count }
  })
  const totals = [
    { metricName: `${name}_sum`, labels: {}, value: sum },
    { metricName: `${name}_count`, labels: {}, value: count },
  ]
  return [{ name, help, type: 'histogram' as never, aggregator: 'sum', values: [...buckets, ...totals] }]
}
