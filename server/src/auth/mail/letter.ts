import type { Language } from '../../model/message.ts'

import { de } from './texts.de.ts'
import { en } from './texts.en.ts'
import type { Data, LinkKind, NoticeKind, Texts } from './texts.ts'

const byLanguage: Readonly<Record<Language, Texts>> = { en, de }

export interface Letter {
  readonly kind: LinkKind | NoticeKind
  readonly language: Language
  /** The name of the recipient. */
  readonly name: string
  readonly data: Data
  readonly origin: string
  readonly isNotice?: boolean
}

/** Subject and plain text of a message. */
export function composed({ kind, language, name, data, origin, isNotice }: Letter): { subject: string; body: string } {
  const texts = byLanguage[language]
  const { subject, paragraphs } = texts.kinds[kind](data)
  const end = [...(isNotice ? [texts.notYou] : []), texts.signature(origin)]
  return { subject, body: `${[texts.greeting(name), ...paragraphs, ...end].join('\n\n')}\n` }
}
