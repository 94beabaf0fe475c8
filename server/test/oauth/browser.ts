/** What a person does on the pages between an app and its grant. */
export interface Person {
  readonly email: string
  readonly password: string
}

interface Cookie {
  readonly value: string
  readonly path: string
  readonly attributes: string
}

export interface Shown {
  readonly status: number
  readonly headers: Headers
  readonly url: URL
  readonly text: string
}

const STEPS_MAX = 12

/** A browser as far as it matters here: cookies by path, forms, redirects; no script. */
export class Browser {
  readonly origin: string
  /** As its header says: `de-CH, en;q=0.5`. */
  readonly languages: string
  readonly cookies = new Map<string, Cookie>()
  /** The pages that were shown, by what they ask. */
  readonly pages: Shown[] = []

  constructor(origin: string, languages = 'en') {
    this.origin = origin
    this.languages = languages
  }

  /** One request; redirects are not followed. */
  async open(address: string, init: RequestInit = {}): Promise<Shown> {
    const url = new URL(address, this.origin)
    const headers = {
      accept: 'text/html',
      'accept-language': this.languages,
      cookie: this.#cookiesFor(url),
      ...(init.headers as Record<string, string>),
    }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return { status: response.status, headers: response.headers, url, text: await response.text() }
  }

  submit(address: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> {
    const body = new URLSearchParams(fields)
    return this.open(address, { method: 'POST', body, headers: { origin: this.origin, ...headers } })
  }

  /** Follows redirects until a page is shown, or until one leads away from here. */
  async follow(shown: Shown): Promise<Shown | URL> {
    let current = shown
    for (let step = 0; step < STEPS_MAX; step++) {
      const location = current.headers.get('location')
      if (!location) {
        this.pages.push(current)
        return current
      }
      const next = new URL(location, this.origin)
      if (next.origin !== this.origin) return next
      current = await this.open(next.href)
    }
    throw new Error('The redirects do not end.')
  }

  /** Goes all the way: signs in where asked, allows or denies where asked; returns where the app is told of it. */
  async authorise(address: string, person: Person, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
    let place = await this.follow(await this.open(address))
    for (let step = 0; step < STEPS_MAX && !(place instanceof URL); step++) {
      const action = actionIn(place)
      const answer = action.endsWith('/sign-in')
        ? this.submit(action, { ...person })
        : this.submit(action.replace(/allow$/, decision), {})
      place = await this.follow(await answer)
    }
    if (place instanceof URL) return place
    throw new Error(`The browser is stuck: ${place.status} ${place.text}`)
  }

  #cookiesFor({ pathname }: URL): string {
    const fitting = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path))
    return fitting.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    const isGone = value === '' || attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute))
    if (isGone) this.cookies.delete(`${name} ${path}`)
    else this.cookies.set(`${name} ${path}`, { value, path, attributes: attributes.join('; ') })
  }
}

/** Where the form of a page leads. */
export function actionIn({ status, text }: Shown): string {
  const [, action] = /<form method="post" action="([^"]+)"/.exec(text) ?? []
  if (!action) throw new Error(`There is no form on this page: ${status} ${text}`)
  return action
}
