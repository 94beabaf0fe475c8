import { everyResource } from '../app/every-resource.ts'
import { adoptSecret } from '../app/secrets/adopt-secret.ts'
import { generatedSecrets } from '../app/secrets/generated-secrets.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { rebuildIndex } from '../db/search/rebuild.ts'
import { type Command, DONE, expectWords, failed, UsageError } from './command.ts'
import { lockDataFolder, openDatabase } from './open-database.ts'

const now = () => new Date().toISOString()

export const rotateSecret: Command = {
  name: 'rotate-secret',
  usage: '[--forget | --lost]',
  summary: 'Replace the generated secret by a new one.',
  help: [
    'Stop the server first. With several nodes, restart all of them afterwards: a node that runs on with the previous secret',
    'refuses writes. Users stay signed in, since the previous secret is accepted until you forget it.',
    '',
    '  --forget   Remove generated secrets that are no longer in use. From the next start on, sessions that were not used',
    '             since the change end. Do this at once if the previous secret has leaked, else after 30 days.',
    '  --lost     Start again with the present secret although the earlier one is lost. Users sign in again, what was',
    '             encrypted with it is gone, and "kontor verify" reports the audit log up to now as unverifiable.',
    '',
    'A secret that you set by KONTOR_SECRET is changed there: set the new one, name the earlier one in',
    'KONTOR_SECRET_PREVIOUS, and restart.',
  ].join('\n'),
  options: { forget: { type: 'boolean' }, lost: { type: 'boolean' } },
  async run({ forget, lost }, words) {
    expectWords(words)
    if (forget && lost) throw new UsageError('Use either --forget or --lost, not both.')
    const config = readConfig(process.env)
    if (config.secret && !forget && !lost)
      return failed(
        'The secret is set by KONTOR_SECRET. Set a new one there, name the present one in KONTOR_SECRET_PREVIOUS, and restart.',
      )
    using _lock = await lockDataFolder(config)
    const engine = await openDatabase(config)
    try {
      await migrate(engine, now(), migrations)
      await rebuildIndex(engine, everyResource())
      await adoptSecret({ config, engine, now: now(), isLost: lost === true })
      if (lost) return done('The secret is in use. What was sealed with the earlier one is no longer accepted.')
      return await (forget ? forgetPrevious(config, engine) : replace(config, engine))
    } finally {
      await engine.close()
    }
  },
}

function done(text: string): number {
  console.log(text)
  return DONE
}

async function replace(config: Config, engine: Engine): Promise<number> {
  await generatedSecrets(config, engine).replace()
  // Other nodes may be running: the first that is restarted changes the key of the audit log.
  if (!config.databaseUrl) await adoptSecret({ config, engine, now: now() })
  const next = config.databaseUrl ? 'Restart every node now.' : 'Start the server again.'
  return done(
    `A new secret is in place. ${next} The previous one is accepted until you run "kontor rotate-secret --forget".`,
  )
}

async function forgetPrevious(config: Config, engine: Engine): Promise<number> {
  await generatedSecrets(config, engine).forget(config.secret ? 'all' : 'previous')
  return done('Earlier secrets are forgotten. Restart the server: what they have sealed is refused from then on.')
}
