import { connect } from 'node:net'

/** The server may close a connection without an answer, but must not keep it open in silence. */
const CLOSED = 0
const SILENT = 599
const SILENCE_MAX_MS = 60_000

/**
 * Sends bytes just as they are, and returns the status of the answer. If they may lack their end, the client closes its side:
 * the server would wait for the rest.
 */
export function sendRaw({ port }: { readonly port: number }, bytes: Buffer, isWhole: boolean): Promise<number> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1' })
    const done = (status: number) => {
      resolve(status)
      socket.destroy()
    }
    socket.setEncoding('latin1')
    socket.setTimeout(SILENCE_MAX_MS, () => done(SILENT))
    socket.on('error', () => done(CLOSED))
    socket.on('close', () => done(CLOSED))
    socket.on('data', (chunk: string) => {
      received += chunk
      const status = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
        .map(([, code]) => Number(code))
        .find((code) => code >= 200)
      if (status !== undefined) done(status)
    })
    if (isWhole) socket.write(bytes)
    else socket.end(bytes)
  })
}
