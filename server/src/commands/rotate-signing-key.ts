import { signingKeysOf } from '../app/secrets/oauth-keys.ts'
import { openSecrets } from '../app/secrets/secrets.ts'
import { readConfig } from '../config/config.ts'
import { type Command, DONE, expectWords } from './command.ts'
import { withApp } from './with-app.ts'

export const rotateSigningKey: Command = {
  name: 'rotate-signing-key',
  usage: '[--revoke]',
  summary: 'Add a new key that OAuth id tokens are signed with.',
  help: [
    'Kontor does this by itself every 90 days. The new key is published at once and signs after 75 minutes; the earlier one is',
    'published until every token that it has signed has expired. Servers may go on running: they notice within 5 minutes.',
    '',
    '  --revoke   The new key signs at once and the earlier ones are withdrawn. For a key that has leaked: restart every',
    '             server afterwards. Apps that keep the earlier key set must fetch it again.',
  ].join('\n'),
  options: { revoke: { type: 'boolean' } },
  async run({ revoke }, words) {
    expectWords(words)
    return withApp(async (_app, engine) => {
      const secrets = await openSecrets(readConfig(process.env), engine)
      await signingKeysOf(secrets, engine, Date.now).rotate(revoke === true)
      console.log(
        revoke
          ? 'A new key signs from now on, and the earlier ones are withdrawn. Restart every server.'
          : 'A new key is published. It signs in 75 minutes.',
      )
      return DONE
    })
  },
}
