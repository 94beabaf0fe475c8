import { latest } from '../model/memo.ts'
import { LANGUAGES, type Language } from '../model/message.ts'

/** The first supported language that an Accept-Language header asks for; otherwise English. */
export const languageFor = latest((acceptLanguage: string | undefined): Language => {
  const asked = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.split('-')[0], weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  const spoken = asked.map(({ language }) => LANGUAGES.find((known) => known === language))
  return spoken.find((known) => known !== undefined) ?? 'en'
})
