import { Box, Group, Text, Tooltip } from '@mantine/core'
import { AnchorLink } from '../links.tsx'
import classes from './column-chart.module.css'
import { scaleFor } from './scale.ts'

interface Series {
  readonly name: string
  readonly label: string
  readonly colour: string
}

interface Column {
  /** Different for each column; two columns may have the same name. */
  readonly key: string
  readonly name: string
  readonly values: Readonly<Record<string, number>>
  /** The list of the records behind it; left out where there are none. */
  readonly href?: string
}

interface ColumnChartProps {
  /** The description of the chart for screen readers. */
  readonly title: string
  readonly series: readonly Series[]
  readonly columns: readonly Column[]
  readonly height: number
  readonly format: (value: number) => string
  /** For the axis, where room is scarce. */
  readonly formatShort: (value: number) => string
}

const LABELS_MAX = 10

/** Sums side by side, column by column. Drawn by the browser's own layout, so that it fits every width. */
export function ColumnChart({ title, series, columns, height, format, formatShort }: ColumnChartProps) {
  const ticks = scaleFor(columns.flatMap(({ values }) => Object.values(values)))
  const [lowest, highest] = [ticks[0]!, ticks.at(-1)!]
  const heightOf = (value: number) => `${((value - lowest) / (highest - lowest)) * 100}%`
  const sizeOf = (value: number) => `${(Math.abs(value) / (highest - lowest)) * 100}%`
  const step = Math.ceil(columns.length / LABELS_MAX)
  return (
    <figure className={classes.figure} aria-label={title}>
      <Group component="figcaption" justify="flex-end" gap="md" mb="sm">
        {series.map(({ name, label, colour }) => (
          <Group key={name} gap={6}>
            <span className={classes.swatch} style={{ background: colour }} />
            <Text size="sm">{label}</Text>
          </Group>
        ))}
      </Group>
      <div className={classes.plot} style={{ height }}>
        {ticks.map((tick) => (
          <div key={tick} className={classes.tick} style={{ bottom: heightOf(tick) }} aria-hidden>
            <span>{formatShort(tick)}</span>
          </div>
        ))}
        <ol className={classes.columns}>
          {columns.map((column, index) => (
            <Bars
              key={column.key}
              {...{ column, series, format, heightOf, sizeOf }}
              isLabelled={index % step === 0}
              isMinor={index % (3 * step) > 0}
            />
          ))}
        </ol>
      </div>
    </figure>
  )
}

interface BarsProps extends Pick<ColumnChartProps, 'series' | 'format'> {
  readonly column: Column
  readonly heightOf: (value: number) => string
  readonly sizeOf: (value: number) => string
  readonly isLabelled: boolean
  /** Its label is left out where room is scarce. */
  readonly isMinor: boolean
}

/** One column: a bar for each series, and the list behind it. */
function Bars({ column, series, format, heightOf, sizeOf, isLabelled, isMinor }: BarsProps) {
  const { name, values, href } = column
  const labels = series.map((one) => `${one.label} ${format(values[one.name] ?? 0)}`)
  const text = `${name}: ${labels.join(', ')}`
  return (
    <Tooltip
      withArrow
      multiline
      events={{ hover: true, focus: true, touch: false }}
      label={[name, ...labels].map((line) => <Box key={line}>{line}</Box>)}
    >
      <li className={classes.column}>
        {series.map((one) => {
          const value = values[one.name] ?? 0
          const bottom = heightOf(Math.min(value, 0))
          return (
            <span key={one.name} className={classes.lane} aria-hidden>
              <span className={classes.bar} style={{ bottom, height: sizeOf(value), background: one.colour }} />
            </span>
          )
        })}
        {href ? (
          <AnchorLink href={href} className={classes.link} aria-label={text} />
        ) : (
          <span className={classes.labels}>{text}</span>
        )}
        {isLabelled && (
          <span className={classes.label} data-minor={isMinor || undefined} aria-hidden>
            {name}
          </span>
        )}
      </li>
    </Tooltip>
  )
}
