import { hash } from 'node:crypto'
import { covers, fieldRefusal, refuseHidden } from '../../../core/access.ts'
import { type Action, readAction, type SentFile, writeAction } from '../../../core/action.ts'
import { Problem, refuseFaults } from '../../../core/problem.ts'
import { msg } from '../../../model/message.ts'
import type { Permission } from '../../../model/rights.ts'
import { SETTINGS_ID, settings } from '../settings.resource.ts'
import { LOGO_ID, LOGO_MAX_BYTES, LOGO_TYPES, logos } from './logos.resource.ts'

/** Most processes never check a picture. */
const loadChecks = () => import('./check-logo.ts')

/** Its type is one that the action takes. */
type SentLogo = SentFile & { readonly type: (typeof LOGO_TYPES)[number] }

const TAG_LENGTH = 22
const noLogo = () => new Problem('NOT_FOUND', { text: msg`There is no logo.` })
const logoPath = { path: '/logo', recordId: SETTINGS_ID }

const refuseGuarded = ({ readOnly, hidden }: Permission) => {
  if (covers(readOnly, 'logo') || covers(hidden, 'logo')) throw fieldRefusal('logo', 'change')
}

const setLogo = writeAction({
  name: 'set-logo',
  method: 'PUT',
  ...logoPath,
  summary: 'Set the logo of documents',
  description: 'A PNG or SVG file of at most 512 kB.',
  access: 'update',
  status: 200,
  consumes: LOGO_TYPES,
  bodyLimit: LOGO_MAX_BYTES,
  async prepare({ permission }, input) {
    refuseGuarded(permission)
    const sent = input as unknown as SentLogo
    const { logoFault } = await loadChecks()
    const message = await logoFault(sent.type, Buffer.from(sent.content, 'base64'))
    if (message) refuseFaults([{ field: 'logo', message }])
    return sent
  },
  /** The settings tell which logo there is: their version, history and audit entry follow from its digest. */
  async run({ records }, { input: { type, content } }) {
    const before = await records.lock(settings, SETTINGS_ID)
    const known = await records.find(logos, { id: LOGO_ID })
    if (known) await records.update(logos, known, { type, content })
    else await records.insert(logos, { id: LOGO_ID, type, content })
    const logo = hash('sha256', content, 'base64url').slice(0, TAG_LENGTH)
    return { record: await records.update(settings, before, { logo }) }
  },
})

const removeLogo = writeAction({
  name: 'remove-logo',
  method: 'DELETE',
  ...logoPath,
  summary: 'Remove the logo of documents',
  access: 'update',
  status: 204,
  problems: ['NOT_FOUND'],
  async run({ records, permission }) {
    refuseGuarded(permission)
    const before = await records.lock(settings, SETTINGS_ID)
    const known = await records.find(logos, { id: LOGO_ID })
    if (!known) throw noLogo()
    await records.remove(logos, known)
    await records.update(settings, before, { logo: null })
    return undefined
  },
})

const readLogo = readAction({
  name: 'get-logo',
  method: 'GET',
  ...logoPath,
  summary: 'Get the logo of documents',
  access: 'read',
  status: 200,
  produces: LOGO_TYPES,
  isTagged: true,
  problems: ['NOT_FOUND'],
  async run({ records, permission }) {
    refuseHidden(permission, ['logo'])
    const { logo: tag } = await records.get(settings, SETTINGS_ID)
    const found = await records.find(logos, { id: LOGO_ID })
    if (!found || !tag) throw noLogo()
    const name = found.type === 'image/png' ? 'logo.png' : 'logo.svg'
    return { file: { name, type: found.type, content: Buffer.from(found.content, 'base64'), tag, isUntrusted: true } }
  },
})

export const logoActions: readonly Action[] = [readLogo, setLogo, removeLogo]
