// The least that a web server can do, as the yardstick: bare Fastify, asked for the same addresses with the same headers
// and bodies as Kontor, and always with the same short answer.
import Fastify from 'fastify'

const server = Fastify()
const body = JSON.stringify({ success: true, data: { hello: 'world' } })
const addresses = {
  GET: ['/api/v1/items', '/api/v1/items/:id', '/api/v1/search'],
  POST: ['/api/v1/items', '/api/v1/sales-orders'],
}
for (const [method, paths] of Object.entries(addresses))
  for (const url of paths)
    server.route({
      method,
      url,
      handler(_request, reply) {
        reply.header('content-type', 'application/json; charset=utf-8').send(body)
      },
    })
await server.listen({ port: 0, host: '127.0.0.1' })
console.error(`http://127.0.0.1:${(server.server.address() as { port: number }).port}`)
process.on('SIGTERM', () => server.close())
