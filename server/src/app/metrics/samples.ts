import type { Distribution } from '../../db/write-queue/write-stats.ts'
import type { Sample } from '../../http/answers/access-log.ts'

type Labels = Readonly<Record<string, string>>
/** How the values of several processes become one. */
type Aggregator = 'sum' | 'max' | 'min' | 'first'

/** One value, or one for each set of labels. No sample where there is nothing to measure. */
type Measured = number | undefined | readonly { readonly labels: Labels; readonly value: number }[]

const sampleOf = (
  type: 'gauge' | 'counter',
  name: string,
  help: string,
  measured: Measured,
  aggregator: Aggregator,
) => {
  const values = typeof measured === 'number' ? [{ value: measured, labels: {} }] : (measured ?? [])
  return values.length === 0 ? [] : [{ name, help, type: type as never, aggregator, values }]
}

export const gauge = (name: string, help: string, measured: Measured, aggregator: Aggregator = 'sum'): Sample[] =>
  sampleOf('gauge', name, help, measured, aggregator)

export const counter = (name: string, help: string, measured: Measured): Sample[] =>
  sampleOf('counter', name, help, measured, 'sum')

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
