import type { Config } from '../../config/config.ts'
import { tracing, useTracing } from '../../core/tracing.ts'

const load = () => import('./open-tracing.ts')

/** Exports traces from this thread, if that is set. Nothing of OpenTelemetry is loaded otherwise. Returns how to stop. */
export async function startTracing({ tracesEndpoint }: Config): Promise<() => Promise<void>> {
  if (!tracesEndpoint) return async () => {}
  const { openTracing } = await load()
  const opened = openTracing(tracesEndpoint)
  useTracing(opened.tracing)
  return async () => {
    if (tracing === opened.tracing) useTracing(undefined)
    await opened.close()
  }
}
