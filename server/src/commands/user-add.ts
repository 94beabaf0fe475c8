import { PASSWORD_MIN, users } from '../auth/access.resources.ts'
import { passwordFault } from '../auth/password-rules.ts'
import { randomPassword } from '../auth/passwords.ts'
import { serviceActor } from '../core/access.ts'
import { Problem } from '../core/problem.ts'
import { Faults, readInput } from '../model/input.ts'
import { inEnglish } from '../model/message.ts'
import { type Command, DONE, expectWords, failed, UsageError } from './command.ts'
import { askPassword, readPassword } from './read-password.ts'
import { withApp } from './with-app.ts'

export const userAdd: Command = {
  name: 'user add',
  usage: '--email <address> --name <name> --role <role> [--password-stdin]',
  summary: 'Add a user who can sign in.',
  help: [
    '  --email      The address to sign in with. It must not be that of another user.',
    '  --name       The name that others see.',
    '  --role       admin, manager, sales, accountant, warehouse, viewer, or a role of your own.',
    '',
    `The password is asked for, without showing it: at least ${PASSWORD_MIN} characters, and none of the most common ones. If you`,
    'leave it empty, or there is no terminal, one is generated and printed, this once.',
    '',
    '  --password-stdin   Read the password from standard input: its first line.',
    '  --password <text>  The password itself. Other users of this machine can see it in the list of processes.',
  ].join('\n'),
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    password: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  async run(options, words) {
    expectWords(words)
    const fields = readFields(options)
    const chosen = await chosenPassword(options, fields.faults.length === 0)
    const password = chosen ?? randomPassword()
    const input = { ...accepted(fields, password), password }
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
      if (chosen === undefined) console.log(`Password: ${password}   (shown this once; keep it)`)
      return DONE
    })
  },
}

type Options = Readonly<Record<string, string | boolean | undefined>>

/** Undefined if one is to be generated. Nothing is asked for if other options are wrong. */
export async function chosenPassword(options: Options, mayAsk: boolean): Promise<string | undefined> {
  const { password, 'password-stdin': isPiped } = options
  if (password !== undefined && isPiped) throw new UsageError('Use either --password or --password-stdin, not both.')
  if (isPiped) return readPassword(process.stdin)
  if (password !== undefined) {
    console.error(VISIBLE)
    return String(password)
  }
  return mayAsk && process.stdin.isTTY ? askPassword({ input: process.stdin, output: process.stderr }) : undefined
}

const VISIBLE =
  'Warning: a password on the command line can be seen in the list of processes, and stays in the history of the shell. Use --password-stdin.'

/** What can be read without the password and without the database. */
function readFields({ email, name, role }: Options) {
  const faults = new Faults()
  const address = typeof email === 'string' ? email.trim() : null
  const input = readInput(users.fields, { email: address, name, role }, 'create', faults)
  return { input, faults }
}

function accepted({ input, faults }: ReturnType<typeof readFields>, password: string) {
  const fault = passwordFault(password, [input.email, input.name].map(String))
  const messages = faults.details.map(({ field, message }) => `--${field}: ${inEnglish(message)}`)
  if (fault) messages.push(`--password: The password ${inEnglish(fault)}.`)
  if (messages.length > 0) throw new UsageError(messages.join('\n'))
  return input
}

export const reasonsOf = ({ message, details }: Problem) =>
  details.length > 0 ? details.map((detail) => inEnglish(detail.message)).join('\n') : message
