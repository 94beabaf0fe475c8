import i18next, { type TFunction } from 'i18next'
import { sentence } from '../../../server/src/model/sentence.ts'
import type { Resource } from '../api/resources.ts'

/** The first of these keys that the language has a text for. */
const known = (keys: readonly string[]): string | undefined => keys.find((key) => i18next.exists(key))

export interface Labels {
  /** The label of a field: in this resource, or in general. */
  field(resource: string, path: string): string
  choice(value: string): string
  one(resource: Resource): string
  many(resource: Pick<Resource, 'name'>): string
  action(name: string): string
  /** The server's description of a field or a resource, in English. */
  about(resource: Pick<Resource, 'name' | 'description'>): string | undefined
  help(resource: string, path: string, description: string | undefined): string | undefined
}

/** Names of what the server declares. English follows from the declaration; other languages (and odd cases) are in `names.json`. */
export function createLabels(t: TFunction): Labels {
  const word = (keys: readonly string[], fallback: string) => {
    const key = known(keys)
    return key ? t(key) : fallback
  }
  return {
    field: (resource, path) => {
      const name = path.split('.').at(-1)!
      const specific = [`names:own.${resource}.${path.replaceAll('.', '_')}`, `names:fields.${name}`]
      return word(specific, sentence(name))
    },
    choice: (value) => word([`names:choices.${value}`], sentence(value)),
    one: ({ name, singular }) => word([`names:resources.${name}.one`], capital(singular)),
    many: ({ name }) => word([`names:resources.${name}.many`], sentence(name)),
    action: (name) => word([`names:actions.${name}`, `names:choices.${name}`], sentence(name)),
    about: ({ name, description }) => word([`names:resources.${name}.about`], ownWords(description)) || undefined,
    help: (resource, path, description = '') =>
      word([`names:help.${resource}.${path.replaceAll('.', '_')}`], ownWords(description)) || undefined,
  }
}

/** No help text is better than one in another language. */
const ownWords = (english: string) => (i18next.language === 'en' ? english : '')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
