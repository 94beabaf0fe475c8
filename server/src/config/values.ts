// How the values of settings are read. Each throws the end of the sentence `NAME …`.
import { isNetwork } from '../auth/network.ts'
import { listIn } from './secrets.ts'

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

export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}.`)
    return value
  }
}

export function httpUrl(example: string) {
  return (text: string): string => {
    if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) throw new Error(`must be an address such as ${example}.`)
    return text
  }
}

const BYTES_OF: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

export function bytes(text: string): number {
  const [, number, unit] = /^(\d{1,15}) ?([KMGT]B|)$/i.exec(text) ?? []
  if (number === undefined) throw new Error('must be a number of bytes, or one with KB, MB, GB or TB, such as 500MB.')
  return Number(number) * BYTES_OF[unit!.toUpperCase()]!
}

export function oneOf(...choices: string[]) {
  return (text: string): string => {
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(', ')}.`)
    return text
  }
}

export function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text)) throw new Error('must begin with postgres://')
  return text
}

export function redisUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !/^(\/\d*)?$/.test(url.pathname))
    throw new Error('must be an address such as redis://127.0.0.1:6379/0, or begin with rediss:// for TLS.')
  return text
}

export function contact(text: string): string {
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text))
    throw new Error('must be an address such as mailto:security@example.com or https://example.com/security.')
  return text
}

export function email(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error('must be an e-mail address.')
  return text.toLowerCase()
}

export function password(text: string): string {
  if (text.trim() === '' || text.length < 8 || text.length > 1024) throw new Error('must have 8 to 1024 characters.')
  return text
}

export function plan(text: string): Plan {
  const known = PLANS[text]
  if (known) return known
  const [, perMinute, perDay] = /^custom:(\d{1,9})\/(\d{1,12}|unlimited)$/.exec(text) ?? []
  const limits = { perMinute: Number(perMinute), perDay: perDay === 'unlimited' ? null : Number(perDay) }
  if (!perMinute || limits.perMinute < 1 || limits.perDay === 0) {
    throw new Error('must be free, pro, enterprise, or custom:<per minute>/<per day or unlimited>.')
  }
  return { name: 'custom', ...limits }
}

export function flag(text: string): boolean {
  if (!['', '0', '1', 'true', 'false'].includes(text)) throw new Error('must be 1 or 0.')
  return text === '1' || text === 'true'
}

export function origin(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an address such as https://kontor.example.com')
  return text.replace(/\/+$/, '')
}

/** Plain HTTP only on this machine, for trying it out. */
export function issuer(text: string): string {
  const url = URL.parse(text)
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol !== 'https:' && !isLocal) throw new Error('must be an address such as https://login.example.com')
  return text
}

export function pairs(text: string): Readonly<Record<string, string>> {
  const entries = listIn(text).map((entry) => {
    const at = entry.lastIndexOf('=')
    if (at < 1 || at === entry.length - 1) throw new Error(`contains "${entry}", which is not of the form value=role.`)
    return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
  })
  return Object.fromEntries(entries)
}

export function passwordSignIn(text: string): string {
  return text === 'on' ? text : email(text)
}

/** Exactly as a browser writes them: it compares letter by letter. */
export function origins(text: string): readonly string[] {
  const list = listIn(text)
  for (const entry of list)
    if (entry !== '*' && (URL.parse(entry)?.origin !== entry || !/^https?:[^*]+$/.test(entry)))
      throw new Error(`contains "${entry}", which is not an origin such as https://shop.example.com`)
  return list
}

export function addresses(text: string): readonly string[] {
  const list = listIn(text)
  for (const entry of list)
    if (!isNetwork(entry))
      throw new Error(`contains "${entry}", which is not an address or a network such as 10.0.0.0/8.`)
  return list
}
