import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between Kontor and PostgreSQL that counts round trips. */
export interface CountingProxy extends AsyncDisposable {
  readonly url: string
  /** How often a connection has sent data after a reply: pipelined statements count once. */
  roundTrips(): number
}

export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let roundTrips = 0

  function serve(client: Socket): void {
    const server = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    let isWaitingForReply = false
    client.on('data', (data) => {
      if (!isWaitingForReply) roundTrips++
      isWaitingForReply = true
      server.write(data)
    })
    server.on('data', (data) => {
      isWaitingForReply = false
      client.write(data)
    })
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  }

  const listener = createServer({ noDelay: true }, serve).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
