import type { ProblemCode } from '../../../core/problem.ts'
import type { Language } from '../../../model/message.ts'
import type { Markup } from '../html.ts'

export interface ScopeWords {
  readonly title: string
  readonly detail: string
}

/** All that the pages say, in one language. */
export interface Words {
  readonly language: Language
  readonly scopes: Readonly<Record<string, ScopeWords>>
  readonly signIn: {
    readonly title: string
    readonly lead: (appName: string) => Markup
    readonly email: string
    readonly password: string
    readonly cancel: string
  }
  readonly secondFactor: {
    readonly title: string
    readonly lead: string
    readonly code: string
    readonly passkey: string
  }
  readonly consent: {
    readonly title: (appName: string) => string
    readonly question: (appName: string) => Markup
    readonly who: (name: string, email: string) => Markup
    readonly another: string
    readonly able: string
    readonly none: string
    readonly withheld: (titles: readonly string[]) => string
    readonly afterwards: (destination: Markup) => Markup
    readonly thisComputer: (host: string) => Markup
    readonly thisDevice: (app: string) => Markup
    readonly allow: string
    readonly deny: string
  }
  readonly sso: {
    readonly button: (name: string) => string
    readonly confirmed: string
    readonly goBack: string
  }
  readonly failure: {
    readonly cannotConnect: string
    readonly notValid: string
    readonly wentWrong: string
    readonly didNotWork: string
    readonly error: string
    readonly request: string
    readonly hint: string
    readonly expired: string
    readonly unknownApp: string
    readonly foreignForm: string
  }
  /** Instead of the sentences of the API, which are English. */
  readonly problems: { readonly [code in ProblemCode]?: (retryAfterSeconds: number | undefined) => string }
}
