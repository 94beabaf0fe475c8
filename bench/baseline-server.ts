// The baseline of the benchmark: a minimal web server. Bare Fastify accepts the same URLs, headers and bodies as Kontor and
// always sends the same short response.
import Fastify from 'fastify'

const server = Fastify()
const body = JSON.stringify({ success: true, data: { hello: 'world' } })
const routes = {
  GET: ['/api/v1/items', '/api/v1/items/:id', '/api/v1/search'],
  POST: ['/api/v1/items', '/api/v1/sales-orders'],
}
for (const [method, paths] of Object.entries(routes))
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
