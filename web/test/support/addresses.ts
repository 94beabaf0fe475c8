import assert from 'node:assert/strict'
import type { Description } from '../../../server/src/model/description.ts'
import type { Kontor } from '../../../server/test/support/kontor.ts'

/** Pages of their own, which no resource has. */
const OWN = [
  '/',
  '/?period=quarter',
  '/?period=year',
  '/settings',
  '/settings?tab=numbering',
  '/settings?tab=plan',
  '/developers',
  '/profile',
  '/profile/security',
  '/nowhere',
]
/** One record, so it has no list. */
const SINGLE = ['settings']
/** A list may be too short for what it can show. */
const CSV = 'itemCode,itemName,sellingPrice\nNEW-1,First new thing,12.50\nNEW-2,Second new thing,oops\n'

/** A company with half a year of business, and one of everything that is not business. */
export async function fillCompany(kontor: Kontor): Promise<void> {
  for (const [path, body] of [
    ['/settings/demo-data', undefined],
    ['/api-keys', { name: 'Web shop', scopes: ['read', 'write'] }],
    ['/oauth-clients', { name: 'Ledger Sync', redirectUris: ['https://ledger.example/callback'], scopes: ['read'] }],
    ['/views', { resource: 'items', name: 'Scarce', query: 'isLowStock=true', isShared: true }],
    ['/imports', { resource: 'items', csv: CSV, mode: 'upsert' }],
  ] as const) {
    const { status, text } = await kontor.post(path, body)
    assert.ok(status < 300, text)
  }
}

/** Every address of the interface: for each resource its list, its form, and a record to look at and to change. */
export async function everyAddress(kontor: Kontor): Promise<string[]> {
  const resources = (await kontor.get('/resources')).body.data as readonly Description[]
  const of = async ({ path, actions }: Description): Promise<string[]> => {
    const can = (name: string) => actions.some((action) => action.name === name && action.isAllowed)
    if (!can('list') || SINGLE.includes(path)) return []
    const id = (await kontor.get(`/${path}?perPage=1`)).body.data[0]?.id
    return [
      `/${path}`,
      ...(can('create') ? [`/${path}/new`] : []),
      ...(id ? [`/${path}/${id}`, ...(can('update') ? [`/${path}/${id}/edit`] : [])] : []),
    ]
  }
  return [...OWN, ...(await Promise.all(resources.map(of))).flat()]
}

/** How a picture of an address is called: neither an id nor a question mark makes a good name of a file. */
export const pictureName = (address: string): string =>
  address
    .replace(/\/[a-z]+_\w+/, '/record')
    .replace(/^\/(?=\?|$)/, 'dashboard')
    .replace(/[^a-z-]+/gi, '-')
    .replace(/^-|-$/g, '')
