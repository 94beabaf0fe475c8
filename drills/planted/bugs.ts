import type { Replacement } from './planted.ts'

/** A mistake in the server that a drill has to find. */
export interface PlantedBug {
  readonly replacements: readonly Replacement[]
  /** The drill that finds it in so many rounds with this seed, and the kind of violation. */
  readonly drill: string
  readonly rounds: number
  readonly seed: number
  readonly finds: RegExp
  /** It is also found as what other bugs of the same run are found as. */
  readonly isAlone?: true
}

const one = (file: string, part: string, by: string): readonly Replacement[] => [{ file, part, by }]

const QUEUE = 'db/write-queue/write-queue.ts'
const ADVANCE = 'features/imports/advance.ts'
const RUNNER = 'features/imports/import-runner.ts'

/** docs/RELIABILITY.md lists them. */
export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'a write is acknowledged before its commit': {
    // Requests that are alone are left out, so that the clients can sign in.
    replacements: one(
      QUEUE,
      'if (succeeded.length > 0) await this.#commit(',
      `if (succeeded.length > 2) {
        for (const [{ resolve }, result] of succeeded) resolve(result)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      if (succeeded.length > 0) await this.#commit(`,
    ),
    drill: 'kill',
    rounds: 2,
    seed: 7,
    finds: /^lost$/,
  },
  'commits are not synced': {
    replacements: one('db/sqlite/connection.ts', 'PRAGMA synchronous=FULL', 'PRAGMA synchronous=OFF'),
    drill: 'power',
    rounds: 1,
    seed: 8,
    finds: /^lost$/,
  },
  'half of the replies to requests with a key are not remembered': {
    replacements: one('core/execute.ts', 'if (key) await remember(', 'if (key && Math.random() < 0.5) await remember('),
    drill: 'kill',
    rounds: 1,
    seed: 4,
    finds: /^(double|wrongly there)$/,
  },
  'a lost COMMIT that was fenced counts as committed': {
    replacements: one('db/postgres/lane.ts', 'if (isLost) throw new RolledBack(cause)', 'if (isLost) return'),
    drill: 'postgres-silence',
    rounds: 1,
    seed: 15,
    finds: /^(lost|wrongly there)$/, // a repeated request may be carried out again, and be answered differently
  },
  '5 % of the deliveries of webhooks are dropped': {
    replacements: one(
      'features/webhooks/dispatch/collector.ts',
      'return selected.map(',
      'return selected.filter(() => Math.random() >= 0.05).map(',
    ),
    drill: 'kill',
    rounds: 1,
    seed: 7,
    finds: /^webhook$/,
  },
  'every second segment of the continuous backup is dropped': {
    replacements: one(
      'db/backup/shipping/shipper.ts',
      'else await this.#target.create(name, bytes)',
      'else if (parseName(name)!.index % 2 === 0) await this.#target.create(name, bytes)',
    ),
    drill: 'kill',
    rounds: 1,
    seed: 7,
    finds: /^backup$/,
  },
  '5 % of the events of the feed are dropped': {
    replacements: one(
      'features/events/feed-reader.ts',
      'if (visible.includes(type) && this.#isWantedType(type)) ',
      'if (visible.includes(type) && this.#isWantedType(type) && Math.random() >= 0.05) ',
    ),
    drill: 'kill',
    rounds: 1,
    seed: 7,
    finds: /^feed$/,
    isAlone: true, // webhooks are sent by the feed, too
  },
  'a step of an import is carried out twice, from where its runner last saw the import': {
    replacements: [
      {
        file: ADVANCE,
        part: 'await ctx.records.lock(imports, id)',
        by: '{ ...(await ctx.records.lock(imports, id)), processed: planned.processed }',
      },
      {
        file: RUNNER,
        part: "const { isGoingOn: hasMore } = await this.#do(actor, 'import', id, planned)",
        by: `const step = () => this.#do(actor, 'import', id, planned)
      const [{ isGoingOn: hasMore }] = (await Promise.all([step(), step()])) as [AnyRecord, AnyRecord]`,
      },
    ],
    drill: 'postgres-kill',
    rounds: 1,
    seed: 7,
    finds: /^import$/,
  },
  'the first attempt to send a message succeeds without the mail server': {
    replacements: one(
      'features/mail/mailer.ts',
      'await transport(mail)',
      'if (mail.attempts > 1) await transport(mail)',
    ),
    drill: 'kill',
    rounds: 1,
    seed: 7,
    finds: /^mail$/,
  },
}
