import type { BackupSettings } from '../settings.ts'
import type { BackupStatus } from '../status.ts'

export interface ShippingOptions {
  readonly settings: BackupSettings
  readonly file: string
  readonly dataFolder: string
}

/** To the thread: the database has been set up and may be shipped; or the server stops. */
export type ToThread = 'begin' | 'stop'

/** From the thread. */
export type FromThread =
  | { readonly kind: 'opened' }
  | { readonly kind: 'status'; readonly status: Partial<BackupStatus> }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly text: string }
