import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Instruction, instructionsIn, root, textOf, unknownSettings } from './files.ts'

const instructions = instructionsIn(textOf('Dockerfile'))
const stages = instructions.filter(({ name }) => name === 'FROM')
const last = instructions.slice(instructions.lastIndexOf(stages.at(-1)!))
const only = (name: string): string => {
  const found = last.filter((instruction) => instruction.name === name)
  assert.equal(found.length, 1, name)
  return found[0]!.value
}
const wordsOf = ({ value }: Instruction) => value.split(/\s+/)
const copies = instructions.filter(({ name, value }) => name === 'COPY' && !value.startsWith('--from='))
const sources = copies.flatMap((copy) => wordsOf(copy).slice(0, -1))

test('every source that the Dockerfile copies exists in the repository', () => {
  assert.ok(sources.length > 10)
  assert.deepEqual(
    sources.filter((source) => !existsSync(join(root, source))),
    [],
  )
})

test('.dockerignore admits what the Dockerfile copies and nothing else', () => {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const admitted = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  assert.ok(rules.includes('*'))
  assert.deepEqual(
    sources.filter((source) => !admitted.some((path) => source === path || source.startsWith(`${path}/`))),
    [],
  )
  assert.deepEqual(
    admitted.filter((path) => !sources.some((source) => source === path || path.startsWith(`${source}/`))),
    [],
  )
})

test('a copy from another stage names a stage that the Dockerfile has', () => {
  const names = stages.map(({ value }) => / AS (\w+)$/.exec(value)?.[1])
  const used = instructions.flatMap(({ value }) => /^--from=(\w+)/.exec(value)?.[1] ?? [])
  assert.ok(used.length > 0)
  for (const name of used) assert.ok(names.includes(name), name)
})

test('the image runs as a user by number that is not root, in a volume that the user owns', () => {
  const user = only('USER')
  assert.match(user, /^[1-9]\d*:[1-9]\d*$/)
  const [id, group] = user.split(':')
  const prepared = last.find(({ name }) => name === 'RUN')!.value
  assert.ok(prepared.includes(`install -d -o ${id} -g ${group} -m 700 ${only('VOLUME')}`), prepared)
})

test('the image has a health check, a stop signal, and Kontor as its program', () => {
  assert.match(only('HEALTHCHECK'), /\/healthz/)
  assert.equal(only('STOPSIGNAL'), 'SIGTERM')
  assert.deepEqual(JSON.parse(only('ENTRYPOINT')), ['node', '/app/server/bin/kontor.mjs'])
  assert.deepEqual(JSON.parse(only('CMD')), ['start'])
})

test('the image sets only variables that Kontor or Node reads, and the flags of npm start', () => {
  const variables = Object.fromEntries(
    only('ENV')
      .split(/\s+/)
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  )
  assert.deepEqual(unknownSettings(Object.keys(variables)), [])
  const { flags, environment } = JSON.parse(readFileSync(join(root, 'scripts/node-settings.json'), 'utf8'))
  assert.equal(variables.NODE_OPTIONS, flags.join(' '))
  for (const [name, value] of Object.entries(environment)) assert.equal(variables[name], value, name)
})

test('the image has the Node version that the packages install', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const { value } of stages.slice(0, -1))
    assert.ok(value.startsWith(`node:${dependencies.node}-bookworm-slim `), value)
  const server = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
  assert.equal(server.optionalDependencies.node, dependencies.node)
})

test('every base image has a version', () => {
  for (const { value } of stages) assert.match(value, /^[a-z]+:(?!latest)[\w.-]+( AS \w+)?$/)
})
