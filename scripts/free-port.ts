import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections and to servers that ask for any: no other program gets the port by
 * chance between the call and its use, or while a server on it is restarted.
 */
const LOWEST = 15_000
const HIGHEST = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
