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

/** The answer to a request of a page. */
export interface Called {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

/** What the page for consent shows. */
export interface AskedOfUser {
  readonly app: string
  readonly redirectUri: string
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly allowed: readonly string[]
  readonly withheld: readonly string[]
}

const STEPS_MAX = 12
const NEEDS_SIGN_IN: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'REAUTHENTICATION_REQUIRED'])

/** A browser as far as it matters here: cookies by path, redirects, and the requests of our pages; no script. */
export class Browser {
  readonly origin: string
  /** As its header says: `de-CH, en;q=0.5`. */
  readonly languages: string
  readonly cookies = new Map<string, Cookie>()
  /** The pages that were shown. */
  readonly pages: Shown[] = []
  /** What the user was asked to consent to. */
  readonly asked: AskedOfUser[] = []

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

  /** A request of a page of the web interface to its own server. */
  async call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Called> {
    const own = { accept: 'application/json', origin: this.origin, 'sec-fetch-site': 'same-origin' }
    const json = body && { 'content-type': 'application/json' }
    const init = { method, headers: { ...own, ...json, ...headers }, ...(body && { body: JSON.stringify(body) }) }
    const { status, headers: sent, text } = await this.open(path, init)
    return { status, headers: Object.fromEntries(sent), text, body: text ? JSON.parse(text) : undefined }
  }

  /** Signs in to the web interface. */
  signIn({ email, password }: Person): Promise<Called> {
    return this.call('POST', '/ui/session', { email, password })
  }

  /** What the page for consent sends to the server. */
  ask({ url }: Pick<Shown, 'url'>, what: 'request' | 'continue' | 'allow' | 'deny', headers = {}): Promise<Called> {
    return this.call(what === 'request' ? 'GET' : 'POST', `${url.pathname}/${what}`, undefined, headers)
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

  /** One step of the page for consent, signed in where that is asked: where the browser is then, and what the user is asked. */
  async proceed(page: Shown, person: Person): Promise<{ place: Shown | URL; asked?: AskedOfUser }> {
    let answer = await this.ask(page, 'continue')
    if (NEEDS_SIGN_IN.has(answer.body?.error?.code)) {
      const signedIn = await this.signIn(person)
      if (signedIn.status !== 200) throw new Error(`The user cannot sign in: ${signedIn.text}`)
      answer = await this.ask(page, 'continue')
    }
    if (answer.status !== 200) throw new Error(`The browser is stuck: ${answer.text}`)
    const { asked, returnTo } = answer.body.data
    if (asked) this.asked.push(asked)
    return asked ? { place: page, asked } : { place: await this.follow(await this.open(returnTo)) }
  }

  /** Until the user is asked for consent. */
  async untilAsked(address: string, person: Person): Promise<{ page: Shown; asked: AskedOfUser }> {
    let place = await this.follow(await this.open(address))
    for (let step = 0; step < STEPS_MAX && !(place instanceof URL); step++) {
      const next = await this.proceed(place, person)
      if (next.asked) return { page: place, asked: next.asked }
      place = next.place
    }
    throw new Error(`The user is not asked: ${place instanceof URL ? place : place.text}`)
  }

  /** The answer of the user; returns where the browser is then. */
  async decide(page: Shown, decision: 'allow' | 'deny'): Promise<Shown | URL> {
    const { status, text, body } = await this.ask(page, decision)
    if (status !== 200) throw new Error(`The answer is refused: ${text}`)
    return this.follow(await this.open(body.data.returnTo))
  }

  /** Goes all the way: signs in where asked, allows or denies where asked; returns where the app is told of it. */
  async authorise(address: string, person: Person, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
    let place = await this.follow(await this.open(address))
    for (let step = 0; step < STEPS_MAX && !(place instanceof URL); step++) {
      const next = await this.proceed(place, person)
      place = next.asked ? await this.decide(place, decision) : next.place
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
