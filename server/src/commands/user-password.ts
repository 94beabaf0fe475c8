import { PASSWORD_MIN, type User, users } from '../auth/access.resources.ts'
import { randomPassword } from '../auth/passwords.ts'
import { serviceActor } from '../core/access.ts'
import type { Executor } from '../core/command.ts'
import { Problem } from '../core/problem.ts'
import { type Command, DONE, expectWords, failed, UsageError } from './command.ts'
import { chosenPassword, reasonsOf } from './user-add.ts'
import { withApp } from './with-app.ts'

export const userPassword: Command = {
  name: 'user password',
  usage: '--email <address> [--password-stdin]',
  summary: 'Set the password of a user, such as an administrator who has forgotten it.',
  help: [
    '  --email      The address that the user signs in with.',
    '',
    `The password is asked for, without showing it: at least ${PASSWORD_MIN} characters, and none of the most common ones. If you`,
    'leave it empty, or there is no terminal, one is generated and printed, this once.',
    '',
    '  --password-stdin   Read the password from standard input: its first line.',
    '  --password <text>  The password itself. Other users of this machine can see it in the list of processes.',
    '',
    'All sessions of the user end, the audit log records the change, and the user is told by e-mail if the server can send it.',
    'A second factor stays. Servers may go on running.',
  ].join('\n'),
  options: {
    email: { type: 'string' },
    password: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  async run(options, words) {
    expectWords(words)
    const email = typeof options.email === 'string' ? options.email.trim() : ''
    if (email === '') throw new UsageError('--email: This field is required.')
    const chosen = await chosenPassword(options, true)
    const password = chosen ?? randomPassword()
    return withApp(async ({ executor }) => {
      try {
        const user = await userWith(executor, email)
        if (user.type === 'service') return failed(`${user.email} is a service. It has no password: it uses API keys.`)
        if (!user.isActive) return failed(`${user.email} is inactive. Activate the user first.`)
        await execute(executor, 'update', { id: user.id, input: { password } })
        console.log(`Set a new password for ${user.email}. All sessions of the user have ended.`)
      } catch (error) {
        if (error instanceof Problem) return failed(error.code === 'NOT_FOUND' ? unknown(email) : reasonsOf(error))
        throw error
      }
      if (chosen === undefined) console.log(`Password: ${password}   (shown this once; keep it)`)
      return DONE
    })
  },
}

const unknown = (email: string) => `There is no user with the e-mail address ${email}.`

const userWith = (executor: Executor, email: string): Promise<User> =>
  execute(executor, 'read-by-key', { key: { field: 'email', value: email } })

async function execute(executor: Executor, action: string, what: object) {
  const command = { resource: users.name, action, actor: serviceActor, id: '', input: {}, ...what }
  return JSON.parse((await executor.execute(command)).body).data
}
