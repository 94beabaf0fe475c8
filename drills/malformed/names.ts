import fc from 'fast-check'
import type { HostileRequest } from '../../server/test/fuzz/requests.ts'
import { businessNames } from '../../server/test/support/fixtures.ts'

/** Names that every object of JavaScript has already. */
const NAMES = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'] as const

/** `{"constructor": "x"}`: written as text, since an object of this program would not keep every name. */
const objectWith = (name: string, value = '"x"') => `{"${name}":${value}}`

const post = (url: string, payload: string, type = 'application/json'): HostileRequest => ({
  method: 'POST',
  url: `/api/v1${url}`,
  headers: { 'content-type': type },
  payload,
})
const get = (url: string): HostileRequest => ({ method: 'GET', url: `/api/v1${url}`, headers: {} })

/** Everywhere that a client chooses a name. */
const requestsWith = (name: string, resource: string, number: number): HostileRequest[] => [
  get(`/${resource}?${name}=x`),
  get(`/${resource}?${name}[gt]=x`),
  get(`/${resource}?items.${name}=x`),
  get(`/${resource}?externalIds.${name}=x`),
  get(`/${resource}?sort=${name}`),
  get(`/${resource}?sort=-externalIds.${name}`),
  get(`/${resource}?fields=${name},address.${name}`),
  get(`/${resource}?expand=${name}`),
  get(`/${resource}?include=${name}`),
  get(`/${resource}/export?fields=${name}`),
  get(`/${resource}/export`),
  get(`/${resource}/by/${name}/x`),
  get(`/${resource}/by/externalIds.${name}/x`),
  get(`/search?q=x&types=${name}`),
  get(`/resources/${name}`),
  get(`/${name}`),
  { ...post(`/${resource}/by/externalIds.${name}/${number}`, objectWith('name')), method: 'PUT' },
  post(`/${resource}`, objectWith(name)),
  post(`/${resource}`, `{"itemCode":"N-${number}","itemName":"x","externalIds":${objectWith(name)}}`),
  post(`/${resource}`, `{"name":"x","address":${objectWith(name)},"externalIds":${objectWith(name)}}`),
  post(`/${resource}/bulk`, `{"action":"${name}","ids":["x"]}`),
  post(`/${resource}/bulk`, `{"action":"upsert","key":"externalIds.${name}","rows":[${objectWith(name)}]}`),
  post('/batch', `{"operations":[{"ref":"${name}","method":"POST","path":"/${name}","body":${objectWith(name)}}]}`),
  post('/batch', `{"operations":[{"method":"POST","path":"/${resource}","body":{"name":"$${name}.${name}"}}]}`),
  post(
    '/imports',
    `{"resource":"${resource}","csv":"${name},${name}x\\nx,y\\n","mapping":${objectWith(name, '"name"')}}`,
  ),
  post('/imports', `{"resource":"${name}","csv":"name\\nx\\n","key":["${name}"]}`),
  post(`/imports/files?resource=${resource}`, `${name},name\nx,y\n`, 'text/csv'),
  post(`/imports/files?resource=${resource}`, `${objectWith(name)}\n{}\n`, 'application/x-ndjson'),
  post('/roles', `{"name":"${name}","permissions":${objectWith(name, '{"can":["read"]}')}}`),
  post('/views', `{"name":"x","resource":"${resource}","columns":["${name}"],"filters":${objectWith(name)}}`),
  post('/webhooks', `{"url":"https://example.com/x","events":["${name}.*"]}`),
  post('/api-keys', `{"name":"x","scopes":["read"],"resources":${objectWith(name, '["read"]')}}`),
]

/** Requests that use such a name where clients choose names. */
export const requestsWithNames: fc.Arbitrary<HostileRequest> = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...businessNames), fc.nat(1_000_000))
  .chain(([name, resource, number]) => fc.constantFrom(...requestsWith(name, resource, number)))
