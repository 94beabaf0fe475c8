/** What `/metrics` says: the value of each series, such as `kontor_http_request_seconds_count{method="GET"}`. */
export class MetricsText {
  readonly text: string
  readonly #values: ReadonlyMap<string, number>

  constructor(text: string) {
    this.text = text
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    this.#values = new Map(
      lines.map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
    )
  }

  /** Undefined if there is no such series. */
  value(series: string): number | undefined {
    return this.#values.get(series)
  }

  /** The names of all series, without their labels. */
  get names(): ReadonlySet<string> {
    return new Set([...this.#values.keys()].map((series) => series.replace(/\{.*$/, '')))
  }

  /** The help text of each metric. */
  get help(): ReadonlyMap<string, string> {
    return new Map([...this.text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, help]) => [name!, help!]))
  }
}

interface Asked {
  get(path: string, options: { token: null }): Promise<{ readonly text: string }>
}

export const metricsOf = async (kontor: Asked): Promise<MetricsText> =>
  new MetricsText((await kontor.get('root:metrics', { token: null })).text)
