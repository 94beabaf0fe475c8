import { type BackupConfig, backupEntries, backupFaults } from './backup.ts'
import { type DatabaseConfig, databaseSettings } from './database.ts'
import { mailFaults, sender, smtpUrl } from './mail.ts'
import { metricsToken, secret, secrets } from './secrets.ts'
import { asText, type Setting, setting } from './setting.ts'
import { ssoFaults } from './sso.ts'
import {
  addresses,
  bytes,
  contact,
  email,
  flag,
  httpUrl,
  issuer,
  oneOf,
  origin,
  origins,
  type Plan,
  pairs,
  password,
  passwordSignIn,
  plan,
  redisUrl,
  wholeNumber,
} from './values.ts'

export { SECRET_LENGTH_MIN } from './secrets.ts'
export { PLANS, type Plan } from './values.ts'

export interface Config extends DatabaseConfig, BackupConfig {
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  readonly redisUrl: string | undefined
  readonly secret: string | undefined
  readonly previousSecrets: readonly string[]
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
  readonly mcp: string
  readonly securityContact: string | undefined
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcName: string | undefined
  readonly oidcRoleClaim: string | undefined
  readonly oidcRoles: Readonly<Record<string, string>>
  readonly oidcDefaultRole: string | undefined
  readonly oidcCreateUsers: boolean
  readonly oidcTrustEmail: boolean
  readonly passwordSignIn: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  /** `private`: webhooks may go to private addresses. */
  readonly webhooksAllow: string
  /** In bytes; undefined for the usual one. */
  readonly diskReserve: number | undefined
  readonly tracesEndpoint: string | undefined
  readonly logLevel: string
  readonly drainSeconds: number
  readonly workers: number
}

/** Every setting once: its name, what it means, its default, how it is read and checked. */
export const settings = [
  setting('PORT', 'port', '3000', wholeNumber(0, 65_535), 'Port to listen on; 0 takes any free one.'),
  setting('HOST', 'host', '127.0.0.1', asText, 'Address to listen on.'),
  setting('KONTOR_DATA', 'dataFolder', './data', asText, 'Folder of the embedded database and of generated secrets.'),
  ...databaseSettings,
  setting('REDIS_URL', 'redisUrl', undefined, redisUrl, 'redis://… to count requests for all nodes together.', {
    isSecret: true,
  }),
  setting('KONTOR_SECRET', 'secret', undefined, secret, 'Seals tokens and cursors; generated and kept if not set.', {
    isSecret: true,
  }),
  setting(
    'KONTOR_SECRET_PREVIOUS',
    'previousSecrets',
    '',
    secrets,
    'Earlier values of KONTOR_SECRET that are still accepted, comma-separated.',
    { isSecret: true },
  ),
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
  setting(
    'KONTOR_BASE_URL',
    'baseUrl',
    undefined,
    origin,
    'Public origin, such as https://kontor.example.com. Required for e-mail; makes Link and Location absolute.',
  ),
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
  setting('KONTOR_MCP', 'mcp', 'on', oneOf('on', 'off'), 'off: no MCP endpoint for assistants at /mcp.'),
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
    'KONTOR_OIDC_ISSUER',
    'oidcIssuer',
    undefined,
    issuer,
    'Address of an OpenID Connect provider: users sign in there (single sign-on).',
  ),
  setting('KONTOR_OIDC_CLIENT_ID', 'oidcClientId', undefined, asText, 'Id of this service at the provider.'),
  setting('KONTOR_OIDC_CLIENT_SECRET', 'oidcClientSecret', undefined, asText, 'Its secret there.', { isSecret: true }),
  setting('KONTOR_OIDC_NAME', 'oidcName', undefined, asText, 'Name of the provider on the sign-in page.'),
  setting(
    'KONTOR_OIDC_ROLE_CLAIM',
    'oidcRoleClaim',
    undefined,
    asText,
    'Claim that roles are chosen by, such as groups or realm_access.roles.',
  ),
  setting('KONTOR_OIDC_ROLES', 'oidcRoles', '', pairs, 'Role for each value: kontor-admins=admin,kontor-sales=sales.'),
  setting(
    'KONTOR_OIDC_DEFAULT_ROLE',
    'oidcDefaultRole',
    undefined,
    asText,
    'Role of new users for whom KONTOR_OIDC_ROLES names none.',
  ),
  setting('KONTOR_OIDC_CREATE_USERS', 'oidcCreateUsers', '', flag, '1 creates a user at the first single sign-on.'),
  setting(
    'KONTOR_OIDC_TRUST_EMAIL',
    'oidcTrustEmail',
    '',
    flag,
    '1 also accepts e-mail addresses that the provider neither calls verified nor unverified.',
  ),
  setting(
    'KONTOR_PASSWORD_SIGN_IN',
    'passwordSignIn',
    'on',
    passwordSignIn,
    'on, or the e-mail address of the only administrator who may still sign in by a password.',
  ),
  setting(
    'KONTOR_WEBHOOKS_ALLOW',
    'webhooksAllow',
    'public',
    oneOf('public', 'private'),
    'private: webhooks may also go to private addresses and this machine, and by http:// there.',
  ),
  ...backupEntries,
  setting(
    'KONTOR_DISK_RESERVE',
    'diskReserve',
    undefined,
    bytes,
    'Free space below which the embedded database accepts no writes, such as 500MB or 2GB; 200 MB or 2 % of the disk if not set.',
  ),
  setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'tracesEndpoint',
    undefined,
    httpUrl('http://127.0.0.1:4318'),
    'Collector that traces are sent to.',
  ),
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
    'Processes that serve requests; with more than one, a further process writes (embedded database) and counts for them.',
  ),
] as const satisfies readonly { [K in keyof Config]: Setting<K, Config[K]> }[keyof Config][]

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
  faults.push(...ssoFaults(config))
  if (faults.length === 0) faults.push(...mailFaults(config), ...backupFaults(config as unknown as Config))
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
