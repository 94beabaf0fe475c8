export type { OAuthCredential, SessionCredential, TokenSource, Tokens } from './credentials.ts'
export { type ErrorCode, type ErrorDetail, isKontorError, KontorConnectionError, KontorError } from './errors.ts'
export { Kontor, type KontorOptions } from './kontor.ts'
export type { Resources } from './resources.ts'
export type { Fetch } from './transport.ts'
export type {
  Answer,
  CallOptions,
  DataOf,
  FileAnswer,
  MetaOf,
  Operation,
  Operations,
  RefusalOf,
  RequestOptions,
  Schemas,
} from './types.ts'
export { verifyWebhook, WebhookError } from './webhook.ts'
