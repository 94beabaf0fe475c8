// The least that a web server can do, as the yardstick: bare Fastify with one route.
import Fastify from 'fastify'

const server = Fastify()
const body = JSON.stringify({ success: true, data: { hello: 'world' } })
server.get('/hello', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body)
})
await server.listen({ port: 0, host: '127.0.0.1' })
console.error(`http://127.0.0.1:${(server.server.address() as { port: number }).port}`)
process.on('SIGTERM', () => server.close())
