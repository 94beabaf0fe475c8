import { systemIn } from '../../model/keys/external-ids.ts'
import type { Catalogue } from '../../model/message.ts'
import { access } from './access.ts'
import { business } from './business.ts'
import { fields } from './fields.ts'
import { keys } from './keys.ts'
import { letterhead } from './letterhead.ts'
import names from './names.json' with { type: 'json' }
import { requests } from './requests.ts'
import { rights } from './rights.ts'

type Names = Readonly<Record<string, string>>

const nameIn =
  (texts: Names) =>
  (name: string): string | undefined =>
    Object.hasOwn(texts, name) ? texts[name] : undefined

const resources: Readonly<Record<string, { readonly one: string; readonly many: string }>> = names.resources
const formOf = (form: 'one' | 'many') => (name: string) =>
  Object.hasOwn(resources, name) ? resources[name]![form] : undefined

export const german: Catalogue = {
  texts: new Map(Object.entries({ ...fields, ...requests, ...keys, ...access, ...business, ...letterhead })),
  names: {
    one: formOf('one'),
    many: formOf('many'),
    // Another system may be called like a field.
    field: (path) => (systemIn(path) === undefined ? nameIn(names.fields)(path.split('.').at(-1)!) : undefined),
    word: nameIn(names.choices),
    right: nameIn(rights),
  },
}
