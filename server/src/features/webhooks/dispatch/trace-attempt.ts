import type { OpenSpan, SpanOutcome, Tracing } from '../../../core/tracing.ts'
import type { SendResult } from '../sender.ts'
import type { WebhookDelivery } from '../webhook-deliveries.resource.ts'

/** In the trace of the request that caused the event, if this process has served it. */
export function attemptSpan(tracing: Tracing, { webhook, type, attemptCount, payload }: WebhookDelivery): OpenSpan {
  const { requestId } = JSON.parse(payload).data as { requestId?: string | null }
  return tracing.start('webhook attempt', {
    kind: 'client',
    parent: requestId ? tracing.causeOf(requestId) : undefined,
    attributes: {
      'kontor.webhook.id': webhook,
      'kontor.event.type': type,
      'kontor.attempt': attemptCount + 1,
      ...(requestId && { 'kontor.request.id': requestId }),
    },
  })
}

export const spanOutcome = ({ status }: SendResult): SpanOutcome => ({
  attributes: status ? { 'http.response.status_code': status } : {},
  isFailed: !status || status >= 300,
})
