import { type Part, schemaRef } from './names.ts'

const header = (name: string, description: string): Part => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** What Kontor sends to others. */
export const webhooksSection = (): Part => ({
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'An event, as Kontor sends it to a webhook',
      description:
        'Signed by Standard Webhooks. Answer 2xx within 15 seconds; anything else is tried again for three days.',
      security: [],
      parameters: [
        header('webhook-id', 'The same in every attempt.'),
        header('webhook-timestamp', 'Seconds since 1970.'),
        header('webhook-signature', '`v1,` and the signature; several are separated by blanks.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              properties: {
                type: { type: 'string' },
                timestamp: { type: 'string', format: 'date-time' },
                data: schemaRef('Event'),
              },
            },
          },
        },
      },
      responses: { '2XX': { description: 'Received.' }, 410: { description: 'Send nothing more.' } },
    },
  },
})
