import { type Message, msg } from '../../../model/message.ts'

const LOOPBACKS = new Set(['localhost', '127.0.0.1', '[::1]'])
const WEB = /^https?:\/\/[^/?]/i
/** A private scheme is a domain in reverse, so that two apps do not claim the same. */
const OWN_SCHEME = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/

/** Why an address cannot be a redirect URI; the end of a sentence. */
export function redirectFault(address: string, isPublic: boolean): Message | undefined {
  const url = URL.parse(address)
  if (!url || /[\s\\]/.test(address)) return msg`must be a whole address such as https://app.example.com/callback`
  if (address.includes('#')) return msg`must not have a fragment (#)`
  if (address.includes('*')) return msg`must not have a wildcard (*): register every address`
  if (url.username || url.password) return msg`must not hold a user name or a password`
  const { protocol, hostname } = url
  if (protocol === 'https:' || protocol === 'http:') {
    if (!WEB.test(address)) return msg`must be a whole address such as https://app.example.com/callback`
    const isSafe = protocol === 'https:' || LOOPBACKS.has(hostname)
    return isSafe ? undefined : msg`must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] only)`
  }
  if (!OWN_SCHEME.test(protocol))
    return msg`must begin with https://, or with a domain in reverse such as com.example.app:/`
  return isPublic ? undefined : msg`must begin with https://: only a public app may have a scheme of its own`
}

/** The app runs on the user's own machine: it may use any free port, and any other program could impersonate it. */
export function isNative(address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  return url.protocol === 'http:' ? LOOPBACKS.has(url.hostname) : url.protocol !== 'https:'
}

export const isLocalHttps = (address: string): boolean => {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && LOOPBACKS.has(url.hostname)
}
