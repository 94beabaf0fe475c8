import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { mustFindWritable, urlsOf } from './address.ts'

/** After the first writable host has answered, others have this time to show that they were promoted later. */
const GRACE_MS = 200
/** A failed search is not repeated sooner, however many requests wait for a connection. */
const PAUSE_MS = 500
/** Between two searches while all is well. */
const WATCH_MS = 5000
/** The name of a log file begins with the timeline, which each promotion of a standby increases. */
const STATE = `select current_setting('transaction_read_only') = 'off',
  case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end`

export interface Host {
  readonly host: string
  readonly port: number
}

type Asked = pg.Pool | pg.ClientBase

/** No host accepts writes at the moment. */
export class NoWritableHost extends Error {}

/** The hosts of DATABASE_URL, of which one at a time accepts writes. All connections of the process go to that one. */
export class Hosts {
  readonly #urls: readonly string[]
  readonly #timeoutMs: number
  readonly #listeners: ((host: Host) => void)[] = []
  #found: Host | undefined
  #search: Promise<Host> | undefined
  #searchedAt = 0
  #newestTimeline = 0

  constructor(urls: readonly string[], timeoutMs: number) {
    this.#urls = urls
    this.#timeoutMs = timeoutMs
  }

  /** The host that accepts writes. */
  find(): Promise<Host> {
    if (this.#found) return Promise.resolve(this.#found)
    this.#search ??= this.#start()
    return this.#search
  }

  /** Called after each search with the host that it found. */
  onFound(listener: (host: Host) => void): void {
    this.#listeners.push(listener)
  }

  /** This host may be no longer the one that accepts writes: the next connection begins with a search. */
  invalidate(host: Host): void {
    if (this.#found && isSame(this.#found, host)) this.#found = undefined
  }

  /** The host that was found does not accept writes any more. Once another one is found, listeners are called. */
  searchAgain(): void {
    this.#found = undefined
    this.find().catch(() => {})
  }

  /**
   * A standby may have been promoted while the former primary goes on: connections to that one neither break nor fail.
   * Called often; it searches now and then.
   */
  watch(): void {
    if (performance.now() - this.#searchedAt < WATCH_MS) return
    this.#search ??= this.#start()
    this.#search.catch(() => {})
  }

  /** Throws if the host behind this connection does not accept writes, or was replaced by a later primary. */
  async confirm(client: Asked): Promise<number> {
    const { rows } = await client.query({ text: STATE, rowMode: 'array' })
    const [isWritable, logFile] = rows[0] as [boolean, string | null]
    if (!isWritable || !logFile) throw new NoWritableHost('read-only')
    const timeline = Number.parseInt(logFile.slice(0, 8), 16)
    if (timeline < this.#newestTimeline) throw new NoWritableHost('replaced by a host that was promoted later')
    return timeline
  }

  async #start(): Promise<Host> {
    this.#searchedAt = performance.now()
    try {
      const { host, timeline } = await this.#look()
      this.#newestTimeline = timeline
      this.#found = host
      this.#search = undefined
      for (const listener of this.#listeners) listener(host)
      return host
    } catch (error) {
      setTimeout(() => {
        this.#search = undefined
      }, PAUSE_MS).unref()
      throw error
    }
  }

  async #look(): Promise<{ host: Host; timeline: number }> {
    const answers: { host: Host; timeline: number }[] = []
    const asked = this.#urls.map(async (url) => answers.push(await this.#ask(url)))
    await Promise.any(asked).catch(({ errors }: AggregateError) => {
      throw new NoWritableHost(`no host accepts writes (${errors.map(({ message }) => message).join('; ')})`)
    })
    await Promise.race([Promise.allSettled(asked), sleep(GRACE_MS, undefined, { ref: false })])
    return answers.reduce((newest, answer) => (answer.timeline > newest.timeline ? answer : newest))
  }

  async #ask(url: string): Promise<{ host: Host; timeline: number }> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: this.#timeoutMs,
      query_timeout: this.#timeoutMs,
    })
    const { host, port } = client
    client.on('error', () => {})
    try {
      await client.connect()
      return { host: { host, port }, timeline: await this.confirm(client) }
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      throw new Error(`${host}:${port}: ${message || code}`, { cause: error })
    } finally {
      client.end().catch(() => {})
    }
  }
}

export const isSame = (one: Host, other: Host): boolean => one.host === other.host && one.port === other.port

/** Undefined where there is only one host, which is used as it is. */
export const hostsOf = (databaseUrl: string, timeoutMs: number): Hosts | undefined =>
  mustFindWritable(databaseUrl) ? new Hosts(urlsOf(databaseUrl), timeoutMs) : undefined
