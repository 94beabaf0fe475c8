import { PASSWORD_MIN, users } from '../auth/access.resources.ts'
import { passwordFault } from '../auth/password-rules.ts'
import { randomPassword } from '../auth/passwords.ts'
import { serviceActor } from '../core/access.ts'
import { Problem } from '../core/problem.ts'
import { type Detail, readInput } from '../model/input.ts'
import { type Command, DONE, expectWords, failed, UsageError } from './command.ts'
import { withApp } from './with-app.ts'

export const userAdd: Command = {
  name: 'user add',
  usage: '--email <address> --name <name> --role <role> [--password <password>]',
  summary: 'Add a user who can sign in.',
  help: [
    '  --email      The address to sign in with. It must not be that of another user.',
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
    const password = (options.password as string | undefined) ?? randomPassword()
    const input = await readUser({ ...options, password })
    return withApp(async ({ executor }) => {
      try {
        const { body } = await executor.execute({
          resource: users.name,
          action: 'create',
          actor: serviceActor,
          id: '',
          input,
        })
        const { email, role } = JSON.parse(body).data
        console.log(`Added ${email} with the role ${role}.`)
      } catch (error) {
        if (error instanceof Problem) return failed(reasonsOf(error))
        throw error
      }
      if (options.password === undefined) console.log(`Password: ${password}   (shown this once; keep it)`)
      return DONE
    })
  },
}

/** Faults that can be found without the database. */
async function readUser({ email, password, ...rest }: Readonly<Record<string, string | boolean | undefined>>) {
  const faults: Detail[] = []
  const address = typeof email === 'string' ? email.trim() : null
  const input = readInput(users.fields, { email: address, ...rest }, 'create', faults)
  const fault = passwordFault(String(password), [input.email, input.name].map(String))
  const messages = faults.map(({ field, message }) => `--${field}: ${message}`)
  if (fault) messages.push(`--password: The password ${fault}.`)
  if (messages.length > 0) throw new UsageError(messages.join('\n'))
  return { ...input, password }
}

const reasonsOf = ({ message, details }: Problem) =>
  details.length > 0 ? details.map((detail) => detail.message).join('\n') : message
