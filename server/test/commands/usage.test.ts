import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { everyCommand, commands as loaders } from '../../src/commands/index.ts'
import { assertRefused, kontor } from './command-line.ts'

const commands = await everyCommand()
const folder = mkdtempSync(join(tmpdir(), 'kontor-usage-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const environment = { KONTOR_DATA: join(folder, 'data') }

const anna = ['--email', 'anna@example.com', '--name', 'Anna', '--role', 'sales']
const without = (option: string) => ['user', 'add', ...anna.toSpliced(anna.indexOf(option), 2)]

test('without a command, and with --help, all commands are listed', async () => {
  for (const words of [[], ['--help']]) {
    const { code, output } = await kontor(environment, ...words)
    assert.equal(code, 0)
    for (const { name, summary } of commands) assert.ok(output.includes(`${name} `) && output.includes(summary), name)
  }
})

test('every command is called by its name', () => {
  assert.deepEqual(
    commands.map(({ name }) => name),
    Object.keys(loaders),
  )
})

test('every command tells how it is used', async () => {
  for (const { summary, help } of commands) assert.match(`${summary} ${help}`, /^[A-Z].*\.( |$)/s)
  // All commands are answered alike; one of one word and one of two stand for them.
  for (const { name, usage, summary, help } of commands.filter((command) =>
    ['backup', 'user add'].includes(command.name),
  )) {
    const { code, output, complaint } = await kontor(environment, ...name.split(' '), '--help')
    assert.deepEqual([code, complaint], [0, ''])
    assert.ok(output.startsWith(`Usage: kontor ${name} ${usage}`), output)
    assert.ok(output.includes(summary) && output.includes(help), output)
  }
})

test('every option of a command is explained in its help', () => {
  for (const { name, help, options } of commands) {
    for (const option of Object.keys(options)) assert.ok(help.includes(`--${option} `), `${name} --${option}`)
  }
})

const wrong: readonly (readonly [RegExp, readonly string[]])[] = [
  [/There is no command "strat"/, ['strat']],
  [/There is no command "user"/, ['user']],
  [/--nonsense/, ['seed', '--nonsense']],
  [/"demo" is one argument too many/, ['seed', 'demo']],
  [/The file is missing/, ['backup']],
  [/"b" is one argument too many/, ['backup', 'a', 'b']],
  [/--force/, ['backup', '--force', 'a']],
  [/The file is missing/, ['restore', '--force']],
  [/"b" is one argument too many/, ['restore', 'a', 'b']],
  [/--email: .*required/, without('--email')],
  [/--name: .*required/, without('--name')],
  [/--role: .*required/, without('--role')],
  [/--email: .*e-mail address/, [...without('--email'), '--email', 'anna']],
  [/--password: .*8 to 1024/, ['user', 'add', ...anna, '--password', '1234567']],
  [/--password: .*8 to 1024/, ['user', 'add', ...anna, '--password', 'x'.repeat(1025)]],
  [/--password: .*blank/, ['user', 'add', ...anna, '--password', ' '.repeat(9)]],
  [/--email: .*\n--name: .*\n--role: .*\n--password: /, ['user', 'add', '--password', 'short']],
  [/either --password or --password-stdin/, ['user', 'add', ...anna, '--password', 'x', '--password-stdin']],
  [/The method is missing/, ['api']],
  [/The path is missing/, ['api', 'GET']],
  [/"FETCH" is no method/, ['api', 'FETCH', '/items']],
  [/The path must begin with \//, ['api', 'GET', 'items']],
  [/--data must be JSON/, ['api', 'POST', '/items', '--data', '{itemCode}']],
  [/The file "nothing.json" cannot be read/, ['api', 'POST', '/items', '--data', '@nothing.json']],
  [/GET takes no --data/, ['api', 'GET', '/items', '--data', '{}']],
  [/"surplus" is one argument too many/, ['user', 'add', ...anna, 'surplus']],
]

describe('called the wrong way, it exits with 2', { concurrency: true }, () => {
  for (const [fault, words] of wrong) {
    test(`kontor ${words.join(' ').slice(0, 80)}`, async () => {
      assertRefused(await kontor(environment, ...words), 2, fault)
    })
  }
})

test('a command that was called the wrong way changes nothing', () => {
  assert.equal(existsSync(environment.KONTOR_DATA), false)
})

test('a bad setting stops every command with exit code 1 and one line', async () => {
  const settings = { ...environment, KONTOR_PLAN: 'generous' }
  for (const words of [['seed'], ['restore', 'x']]) {
    assertRefused(await kontor(settings, ...words), 1, /^KONTOR_PLAN must be .*\n$/)
  }
})

test('a database that cannot be reached is reported in one line', async () => {
  const settings = { ...environment, DATABASE_URL: 'postgres://unknown@127.0.0.1:1/nothing' }
  for (const words of [
    ['user', 'add', ...anna],
    ['restore', 'x'],
  ]) {
    assertRefused(
      await kontor(settings, ...words),
      1,
      /^The database .*cannot be (opened|reached): .*ECONNREFUSED.*\n$/,
    )
  }
})
