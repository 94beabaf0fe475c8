import type { Socket } from 'node:net'
import pg from 'pg'
import { isRefusedCertificate } from './errors.ts'
import type { Hosts } from './hosts.ts'

const READ_ONLY = '25006'

export interface Timeouts {
  readonly connectMs: number
  readonly statementMs: number
  readonly lockMs: number
}

type Settings = Readonly<Record<string, string>>

/**
 * A transaction lasts milliseconds. One whose node has fallen silent keeps its rows locked until the server notices: others
 * wait for them no longer than for a host that has fallen silent.
 */
const IDLE_IN_TRANSACTION = '10s'

export const settingsOf = ({ statementMs, lockMs }: Timeouts): Settings => ({
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  TimeZone: 'UTC',
  statement_timeout: `${statementMs}ms`,
  lock_timeout: `${lockMs}ms`,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
})

/**
 * Sent as a statement, since a connection pooler such as PgBouncer refuses `options` of its clients. What DATABASE_URL says
 * in its own `options` has the source `client` and stays.
 */
const setSession = (settings: Settings) => `
  with applied as (
    select set_config(name, wanted.value, false)
    from (values ${Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`)}) as wanted (name, value)
    join pg_settings using (name) where source <> 'client' and pg_backend_pid() = $1
  )
  select pg_backend_pid() = $1, count(*) from applied`

const setLocal = (settings: Settings) =>
  Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)

interface Internals {
  readonly connection: { readonly stream: Socket; on(event: string, listener: (message: unknown) => void): void }
  readonly processID: number
}

/** The library has no public names for these. */
const internalsOf = (client: pg.ClientBase) => client as unknown as Internals

export const streamOf = (client: pg.ClientBase): Socket => internalsOf(client).connection.stream

/** One connection, to the host that accepts writes. */
export class Session extends pg.Client {
  /**
   * Whether a connection pooler gives each transaction another session of the server. Then nothing may be left in a
   * session: settings are set in each transaction, and no statement is prepared.
   */
  isPooled = false
  /** Whether a COMMIT gave up waiting for a synchronous standby: the transaction may be lost in a failover. */
  isUnreplicated = false
  #settings: Settings = {}
  readonly #hosts: Hosts | undefined

  constructor(config: pg.ClientConfig, hosts: Hosts | undefined) {
    super(config)
    this.#hosts = hosts
    this.on('error', () => hosts?.invalidate(this))
    this.on('notice', ({ routine }) => {
      if (routine !== 'SyncRepWaitForLSN') return
      this.isUnreplicated = true
      hosts?.searchAgain()
    })
    internalsOf(this).connection.on('errorMessage', (error) => {
      if ((error as pg.DatabaseError).code === READ_ONLY) hosts?.searchAgain()
    })
  }

  /** The pool passes a callback. */
  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connected = this.#connectToWritable()
    if (!callback) return connected
    connected.then(() => callback(null as unknown as Error), callback)
    return undefined
  }

  // biome-ignore lint/suspicious/noExplicitAny: the library has eight signatures for it, and all of them are kept.
  override query(config: any, ...rest: any[]): any {
    const isUnprepared = this.isPooled && config.name !== undefined
    return super.query(isUnprepared ? { ...config, name: undefined } : config, ...rest)
  }

  /** Called once, before the connection is used. */
  async prepare(settings: Settings): Promise<void> {
    const { processID } = internalsOf(this)
    const [session] = await Promise.all([
      this.query({ text: setSession(settings), values: [processID], rowMode: 'array' }),
      this.#hosts?.confirm(this),
    ]).catch((error) => {
      this.#hosts?.invalidate(this)
      throw error
    })
    this.isPooled = !session.rows[0][0]
    this.#settings = settings
  }

  /** The statements that begin a transaction. */
  begin(begin: string, ...others: readonly string[]): string {
    return [begin, ...(this.isPooled ? setLocal(this.#settings) : []), ...others].join('; ')
  }

  async #connectToWritable(): Promise<pg.Client> {
    if (this.#hosts) Object.assign(this, await this.#hosts.find())
    try {
      return await super.connect()
    } catch (error) {
      this.#hosts?.invalidate(this)
      throw explained(error as NodeJS.ErrnoException)
    }
  }
}

function explained(error: NodeJS.ErrnoException): Error {
  if (!isRefusedCertificate(error)) return error
  const hint = 'Check the host and sslrootcert in DATABASE_URL'
  return Object.assign(new Error(`its certificate is refused: ${error.message}. ${hint}`), { code: error.code })
}
