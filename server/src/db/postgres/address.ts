// What DATABASE_URL says, as far as the library does not read it: several hosts, as in libpq.

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s
const WRITABLE: ReadonlySet<string> = new Set(['read-write', 'primary'])

/** One connection string for each host of `postgres://user@host1:5432,host2:5432/name`. */
export function urlsOf(databaseUrl: string): string[] {
  const [, start = databaseUrl, hosts = '', rest = ''] = PARTS.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}

/** Another database on the same hosts. */
export function urlOfDatabase(databaseUrl: string, name: string): string {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(databaseUrl) ?? []
  return `${start}${hosts}${rest.replace(/^[^?#]*/, `/${name}`)}`
}

/** The hosts with their ports, for messages: the rest of the address holds a password. */
export function hostsIn(databaseUrl: string): string | undefined {
  const hosts = urlsOf(databaseUrl).map((url) => URL.parse(url)?.host)
  return hosts.every(Boolean) ? hosts.join(',') : undefined
}

/** Whether the host that accepts writes must be looked for, because there are several or because the address says so. */
export function mustFindWritable(databaseUrl: string): boolean {
  const urls = urlsOf(databaseUrl)
  const wanted = URL.parse(urls[0]!)?.searchParams.get('target_session_attrs') ?? 'any'
  if (wanted !== 'any' && !WRITABLE.has(wanted))
    throw new Error(`target_session_attrs must be read-write or primary, not "${wanted}": Kontor writes`)
  return urls.length > 1 || wanted !== 'any'
}
