import type { Config } from '../../config/config.ts'

/** Where log lines go. */
export interface LogStream {
  write(line: string): void
}

/** JSON, one line each, and never a secret. */
export const loggerOptions = ({ logLevel }: Config, stream: LogStream) => ({
  level: logLevel,
  stream,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: { err: describeError },
  redact: ['*.password', '*.token', '*.refreshToken', '*.authorization', '*["x-api-key"]', 'req.headers'],
})

/** Requests are logged unless less than that is wanted. */
export const accessStream = ({ logLevel }: Config, stream: LogStream | false): LogStream | undefined =>
  stream && ['debug', 'info'].includes(logLevel) ? stream : undefined

interface ErrorDescription {
  readonly [key: string]: unknown
  readonly type: string
  readonly message: string
  readonly stack: string
}

/** Not the whole error: a database adds the row that it refused, secrets included. */
function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { name, message, stack = '', code, cause } = error as Error & { code?: unknown }
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}
