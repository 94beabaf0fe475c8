import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What happens at the next COMMIT of a transaction that writes. `cut-all-when-answered`: its answer arrives, and then all
 * connections are cut.
 */
type CommitFault = 'cut-before-sending' | 'cut-after-answer' | 'cut-all-when-answered'

/** Stands between Kontor and a PostgreSQL server, and behaves as a bad network would. */
export interface PostgresProxy {
  readonly url: string
  /** From now on nothing arrives in either direction, and no connection is closed: the host is cut off. */
  goSilent(): void
  /** Each packet of the server arrives so much later, until `recover`. */
  slowDown(delayMs: number): void
  /** New connections work again; what was sent meanwhile is lost. */
  recover(): void
  /** With `isGone`, connections are refused from then on, until `recover`. */
  faultAtNextCommit(fault: CommitFault, isGone?: boolean): void
  close(): Promise<void>
}

/** The messages CommandComplete of COMMIT, and ReadyForQuery: before both, the client does not know the outcome. */
const COMMITTED = 'COMMIT\0Z\0\0\0\x05'

const isReadOnly = (text: string) => text.includes('READ ONLY')

export async function openPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  let fault: CommitFault | undefined
  let isGoneThen = false
  let isRefusing = false
  let delayMs = 0

  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  function serve(client: Socket): void {
    if (isRefusing) return void client.destroy()
    const server = connect(Number(target.port || 5432), target.hostname)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          if (!isSilent) end()
        })
    }
    let writes = false
    let cutting: CommitFault | undefined
    let answered = ''
    let lastPacket = Promise.resolve()
    client.on('data', (data) => {
      if (isSilent) return
      const text = data.toString('latin1')
      if (text.includes('BEGIN')) writes = !isReadOnly(text)
      if (fault && writes && text.includes('COMMIT\0')) {
        cutting = fault
        fault = undefined
        isRefusing = isGoneThen
        if (cutting === 'cut-before-sending') return end()
      }
      server.write(data)
    })
    server.on('data', (data) => {
      if (isSilent) return
      if (cutting === 'cut-all-when-answered') {
        answered += data.toString('latin1')
        return void client.write(data, () => answered.includes(COMMITTED) && cutAll())
      }
      if (cutting) return end()
      // In their order, also when the delay changes.
      if (delayMs > 0) lastPacket = lastPacket.then(() => sleep(delayMs))
      lastPacket.then(() => client.write(data))
    })
  }

  const listener = createServer(serve).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    url: url.href,
    goSilent() {
      isSilent = true
    },
    slowDown(ms) {
      delayMs = ms
    },
    recover() {
      delayMs = 0
      isSilent = false
      isRefusing = false
    },
    faultAtNextCommit(chosen, isGone = false) {
      fault = chosen
      isGoneThen = isGone
    },
    async close() {
      cutAll()
      listener.close()
      await once(listener, 'close')
    },
  }
}
