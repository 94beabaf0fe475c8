import { addresses, mailFaults, origin, origins, sender, smtpUrl } from './config/readers.ts'

/** How many requests a user may make. */
export interface Plan {
  readonly name: string
  readonly perMinute: number
  readonly perDay: number | null
}

export const PLANS: { readonly [name: string]: Plan } = {
  free: { name: 'free', perMinute: 60, perDay: 10_000 },
  pro: { name: 'pro', perMinute: 300, perDay: 100_000 },
  enterprise: { name: 'enterprise', perMinute: 1000, perDay: null },
}

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  readonly redisUrl: string | undefined
  readonly secret: string | undefined
  readonly adminEmail: string
  readonly adminPassword: string | undefined
  readonly plan: Plan
  readonly demo: boolean
  readonly tlsCertificate: string | undefined
  readonly tlsKey: string | undefined
  readonly baseUrl: string | undefined
  readonly trustedProxies: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly metricsToken: string | undefined
  readonly docs: string
  readonly securityContact: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly logLevel: string
  readonly drainSeconds: number
  readonly workers: number
}

interface Setting<K extends keyof Config = keyof Config> {
  readonly name: string
  readonly key: K
  readonly default: string | undefined
  readonly reason: string
  readonly isSecret?: true
  /** Throws the end of the sentence `NAME …`. */
  read(text: string): Config[K]
}

const setting = <K extends keyof Config>(
  name: string,
  key: K,
  fallback: string | undefined,
  read: (text: string) => Config[K],
  reason: string,
  options: { isSecret?: true } = {},
): Setting<K> => ({ name, key, default: fallback, read, reason, ...options })

const asText = (text: string) => text

/** Every setting once: its name, what it means, its default, how it is read and checked. */
export const settings = [
  setting('PORT', 'port', '3000', wholeNumber(0, 65_535), 'Port to listen on; 0 takes any free one.'),
  setting('HOST', 'host', '127.0.0.1', asText, 'Address to listen on.'),
  setting('KONTOR_DATA', 'dataFolder', './data', asText, 'Folder of the embedded database and of generated secrets.'),
  setting('DATABASE_URL', 'databaseUrl', undefined, databaseUrl, 'postgres://… instead of the embedded database.', {
    isSecret: true,
  }),
  setting(
    'KONTOR_DATABASE_CONNECTIONS',
    'databaseConnections',
    '10',
    wholeNumber(2, 500),
    'Connections of one process to PostgreSQL for reading; writes have three more.',
  ),
  setting('REDIS_URL', 'redisUrl', undefined, redisUrl, 'redis://… to count requests for all nodes together.', {
    isSecret: true,
  }),
  setting('KONTOR_SECRET', 'secret', undefined, secret, 'Seals tokens and cursors; generated and kept if not set.', {
    isSecret: true,
  }),
  setting('KONTOR_ADMIN_EMAIL', 'adminEmail', 'admin@kontor.local', email, 'The first administrator.'),
  setting(
    'KONTOR_ADMIN_PASSWORD',
    'adminPassword',
    undefined,
    password,
    'Password of the first administrator; random and printed once if not set.',
    { isSecret: true },
  ),
  setting(
    'KONTOR_PLAN',
    'plan',
    'enterprise',
    plan,
    'free, pro, enterprise, or custom:<per minute>/<per day or unlimited>.',
  ),
  setting('KONTOR_DEMO', 'demo', '', flag, '1 fills an empty database with demo data.'),
  setting('KONTOR_TLS_CERT', 'tlsCertificate', undefined, asText, 'PEM file of a certificate: serve HTTPS.'),
  setting('KONTOR_TLS_KEY', 'tlsKey', undefined, asText, 'PEM file of its key.'),
  setting('KONTOR_BASE_URL', 'baseUrl', undefined, origin, 'Public origin, if it differs from what the server sees.'),
  setting(
    'KONTOR_TRUST_PROXY',
    'trustedProxies',
    '',
    addresses,
    'Addresses of trusted proxies, comma-separated (CIDR).',
  ),
  setting(
    'KONTOR_CORS_ORIGINS',
    'corsOrigins',
    '',
    origins,
    'Origins whose pages may call the API from a browser, comma-separated; * for any.',
  ),
  setting(
    'KONTOR_METRICS_TOKEN',
    'metricsToken',
    undefined,
    metricsToken,
    'Requests of /metrics must carry it: Authorization: Bearer <token>. Open to everyone if not set.',
    { isSecret: true },
  ),
  setting('KONTOR_DOCS', 'docs', 'on', oneOf('on', 'off'), 'off: no API explorer at /docs.'),
  setting(
    'KONTOR_SECURITY_CONTACT',
    'securityContact',
    undefined,
    contact,
    'Contact for security reports, published at /.well-known/security.txt: mailto:… or https://…',
  ),
  setting('KONTOR_SMTP_URL', 'smtpUrl', undefined, smtpUrl, 'smtp://… or smtps://… of the mail server.', {
    isSecret: true,
  }),
  setting('KONTOR_MAIL_FROM', 'mailFrom', undefined, sender, 'Sender of e-mails, such as Kontor <kontor@example.com>.'),
  setting(
    'KONTOR_LOG_LEVEL',
    'logLevel',
    'info',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'How much is logged.',
  ),
  setting(
    'KONTOR_DRAIN_SECONDS',
    'drainSeconds',
    '0',
    wholeNumber(0, 60),
    'How long to answer "not ready" before stopping, for a proxy to notice.',
  ),
  setting(
    'KONTOR_WORKERS',
    'workers',
    '1',
    wholeNumber(1, 64),
    'Processes that answer requests; with more than one, the first only writes and counts for them.',
  ),
] as const

export class ConfigError extends Error {}

/** Reads and checks all settings; a bad one stops the start with one clear line each. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const { name, key, default: fallback, read } of settings) {
    const text = environment[name] || fallback
    try {
      config[key] = text === undefined ? undefined : read(text)
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`)
    }
  }
  if (Boolean(config.tlsCertificate) !== Boolean(config.tlsKey))
    faults.push('KONTOR_TLS_CERT and KONTOR_TLS_KEY must be set together.')
  if (faults.length === 0) faults.push(...mailFaults(config))
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return config as unknown as Config
}

/** The settings in force, as text, with secrets masked. */
export function describeConfig(
  environment: NodeJS.ProcessEnv,
): { name: string; value: string; source: string; reason: string }[] {
  return settings.map((entry) => {
    const isSet = Boolean(environment[entry.name])
    const value = environment[entry.name] || entry.default || ''
    const isMasked = 'isSecret' in entry && isSet
    return {
      name: entry.name,
      value: isMasked ? '********' : value,
      source: isSet ? 'environment' : 'default',
      reason: entry.reason,
    }
  })
}

function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}.`)
    return value
  }
}

function oneOf(...choices: string[]) {
  return (text: string): string => {
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(', ')}.`)
    return text
  }
}

function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text)) throw new Error('must begin with postgres://')
  return text
}

function redisUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !/^(\/\d*)?$/.test(url.pathname))
    throw new Error('must be an address such as redis://127.0.0.1:6379/0, or begin with rediss:// for TLS.')
  return text
}

export const SECRET_LENGTH_MIN = 32

function secret(text: string): string {
  if (text.length < SECRET_LENGTH_MIN) throw new Error(`must have at least ${SECRET_LENGTH_MIN} characters.`)
  return text
}

const METRICS_TOKEN_MIN = 16

function metricsToken(text: string): string {
  if (!/^[\w.~+/=-]+$/.test(text) || text.length < METRICS_TOKEN_MIN)
    throw new Error(`must have at least ${METRICS_TOKEN_MIN} characters: letters, digits and . _ ~ + / = -`)
  return text
}

function contact(text: string): string {
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text))
    throw new Error('must be an address such as mailto:security@example.com or https://example.com/security.')
  return text
}

function email(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error('must be an e-mail address.')
  return text.toLowerCase()
}

function password(text: string): string {
  if (text.trim() === '' || text.length < 8 || text.length > 1024) throw new Error('must have 8 to 1024 characters.')
  return text
}

function plan(text: string): Plan {
  const known = PLANS[text]
  if (known) return known
  const [, perMinute, perDay] = /^custom:(\d{1,9})\/(\d{1,12}|unlimited)$/.exec(text) ?? []
  const limits = { perMinute: Number(perMinute), perDay: perDay === 'unlimited' ? null : Number(perDay) }
  if (!perMinute || limits.perMinute < 1 || limits.perDay === 0) {
    throw new Error('must be free, pro, enterprise, or custom:<per minute>/<per day or unlimited>.')
  }
  return { name: 'custom', ...limits }
}

function flag(text: string): boolean {
  if (!['', '0', '1', 'true', 'false'].includes(text)) throw new Error('must be 1 or 0.')
  return text === '1' || text === 'true'
}
