import { PASSWORD_MAX, PASSWORD_MIN, roles, users } from '../auth/access.resources.ts'
import { hashPassword, randomPassword } from '../auth/passwords.ts'
import { Problem } from '../core/problem.ts'
import type { Records } from '../core/store.ts'
import type { Engine } from '../db/engine.ts'
import { createStore } from '../db/store.ts'
import { foldCase } from '../model/fold.ts'
import { type Detail, readInput } from '../model/input.ts'
import { isPlainText } from '../model/kinds.ts'
import { didYouMean } from '../model/nearest.ts'
import { type Command, DONE, expectWords, failed, UsageError } from './command.ts'
import { withApp } from './with-app.ts'

interface NewUser {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly password: string
}

export const userAdd: Command = {
  name: 'user add',
  usage: '--email <address> --name <name> --role <role> [--password <password>]',
  summary: 'Add somebody who can sign in.',
  help: [
    '  --email      The address to sign in with. Nobody else may have it.',
    '  --name       The name that others see.',
    '  --role       admin, manager, sales, accountant, warehouse, viewer, or a role of your own.',
    `  --password   At least ${PASSWORD_MIN} characters. Without it one is made up and printed, this once.`,
  ].join('\n'),
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    password: { type: 'string' },
  },
  async run(options, words) {
    expectWords(words)
    const user = readUser(options)
    const passwordHash = await hashPassword(user.password)
    return withApp(async (_app, engine) => {
      const refusal = await add(engine, user, passwordHash)
      if (refusal) return failed(refusal)
      console.log(`Added ${user.email} with the role ${user.role}.`)
      if (options.password === undefined) console.log(`Password: ${user.password}   (shown this once; keep it)`)
      return DONE
    })
  },
}

/** What can be wrong without looking into the database. */
function readUser(options: Readonly<Record<string, string | boolean | undefined>>): NewUser {
  const { email = null, name = null, role = null, password = randomPassword() } = options as Partial<NewUser>
  const faults: Detail[] = []
  readInput(users.fields, { email: email?.trim() ?? null, name, role }, 'create', faults)
  const messages = faults.map(({ field, message }) => `--${field}: ${message}`)
  const length = [...password].length
  if (length < PASSWORD_MIN || length > PASSWORD_MAX)
    messages.push(`--password: Password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`)
  else if (password.trim() === '' || !isPlainText(password))
    messages.push('--password: Password must not be blank or contain control characters.')
  if (messages.length > 0) throw new UsageError(messages.join('\n'))
  return { email: foldCase(email!.trim()), name: name!, role: role!, password }
}

/** Returns why it was refused. */
async function add(engine: Engine, user: NewUser, passwordHash: string): Promise<string | undefined> {
  const frame = { now: new Date().toISOString(), userId: null, ownOnly: () => false }
  try {
    return await createStore(engine, [roles, users]).write(frame, (records) => insert(records, user, passwordHash))
  } catch (error) {
    if (error instanceof Problem) return [error.message, ...error.details.map(({ message }) => message)].join('\n')
    throw error
  }
}

async function insert(
  records: Records,
  { email, name, role }: NewUser,
  passwordHash: string,
): Promise<string | undefined> {
  if (!(await records.find(roles, { name: role }))) {
    const known = await roleNames(records)
    return `There is no role "${role}".${didYouMean(role, known)} The roles are ${known.join(', ')}.`
  }
  if (await records.find(users, { email })) return `There is a user with the address ${email} already.`
  await records.insert(users, { email, name, role, type: 'user', isActive: true, passwordHash })
  return undefined
}

async function roleNames(records: Records): Promise<string[]> {
  const query = { perPage: 100, page: 1, sort: 'createdAt', words: [], conditions: [], withTotal: false } as const
  const { records: found } = await records.list(roles, { ...query, order: 'asc' })
  return found.map(({ name }) => name)
}
