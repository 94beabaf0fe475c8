import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Drill, DrillContext } from '../framework/drill.ts'
import { between, pick } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { missingIn } from '../history/data-folder.ts'
import { examine, verify } from '../history/examine.ts'
import type { Operation } from '../history/history.ts'
import { Target } from '../history/target.ts'
import { startLoad } from '../load/load.ts'
import { backup } from '../observers/backup.ts'
import { follower } from '../observers/follower.ts'
import { importer } from '../observers/importer.ts'
import { Observers } from '../observers/observer.ts'
import { addViolations } from '../shim/add-violations.ts'
import { shimMissing } from '../shim/build.ts'
import { CUTS } from '../shim/disk-file.ts'
import { RecordedHistory } from '../shim/recorded-history.ts'
import { type PowerCut, Recording } from '../shim/recording.ts'
import { createWatchedDatabase, type WatchedDatabase } from '../shim/watch.ts'

/** Acknowledged writes between two cuts. */
const WRITES = { least: 50, most: 400 }
const CUTS_IN_FIRST_START = 3
/** Further moments of each recording at which the power might have been cut as well. */
const EARLIER_CUTS = 2

export const power: Drill = {
  name: 'power',
  summary: 'Cuts the power under load: what was not synced is lost, reordered or torn.',
  databases: ['sqlite'],
  share: 7,
  missing: shimMissing,
  async run(context) {
    const firstStart = await cutFirstStart(context, await createWatchedDatabase(context))
    const observers = await Observers.open(context, [follower, importer, ...(hasBackup(context) ? [backup] : [])])
    const database = observers.settingsFor(await createWatchedDatabase(context))
    const history = new RecordedHistory()
    const target = new Target()
    const start = async () => {
      history.record(recordingOf(context, database))
      const server = await context.startServer(database, database.watched({ trace: traceIn(context) }))
      await target.use(server)
      return server
    }
    let server = await start()
    let from = history.recording.position // before, there is no database; cutFirstStart looks at this
    await observers.begin({ database, history, target, faults: [] })
    const load = await startLoad({ seed: context.seed, target, history })
    let rounds = 0
    for (; context.hasTimeFor(rounds); rounds++) {
      await load.reaches(between(context.random, WRITES.least, WRITES.most))
      target.down()
      await server.stop('SIGKILL')
      const lost = await cutRecording(context, database, history, from)
      // The clients could not go on: they would not find what they know.
      if (lost.length > 0) return { facts: [], violations: [...firstStart, ...lost] }
      from = 0
      server = await start()
      context.log(`${rounds + 1} cuts, ${history.acknowledged} acknowledged`)
    }
    await load.stop()
    const examined = await examine(history, target, database.environment, observers)
    const { facts, violations } = addViolations(examined, firstStart)
    target.close()
    const cuts = CUTS_IN_FIRST_START + rounds * (1 + EARLIER_CUTS)
    return {
      facts: [count(cuts, 'cuts', 'cut'), ...facts, seconds('longest outage', history.longestOutage)],
      violations,
    }
  },
}

/** With a continuous backup the log is written into the database more rarely, and cuts meet that more rarely. */
const hasBackup = ({ seed }: DrillContext) => seed % 2 === 1

const traceIn = ({ folder }: DrillContext) => join(folder, 'trace')
const recordingOf = (context: DrillContext, { folder }: WatchedDatabase) => new Recording(folder, traceIn(context))

/** A place for what a cut leaves, beside the data folder, from which the drill goes on. */
function imageOf({ folder }: DrillContext, { environment }: WatchedDatabase) {
  const KONTOR_DATA = join(folder, 'image')
  mkdirSync(KONTOR_DATA, { recursive: true, mode: 0o700 })
  return { folder: KONTOR_DATA, environment: { ...environment, KONTOR_DATA } }
}

const told = ({ cut, position }: PowerCut) => `after a cut at byte ${position} of the trace (${cut})`

/** A start that was interrupted while it created the database can be repeated. */
async function cutFirstStart(context: DrillContext, database: WatchedDatabase): Promise<Violation[]> {
  const recording = recordingOf(context, database)
  const image = imageOf(context, database)
  const first = await context.startServer(database, database.watched({ trace: recording.trace }))
  await first.stop('SIGKILL')
  const found: Violation[] = []
  await recording.replay(recording.chooseCuts(context.random, CUTS_IN_FIRST_START), async (cut, write) => {
    write(image.folder, context.random)
    try {
      const again = await context.startServer(image)
      await again.stop()
      found.push(...(await verify(image.environment)))
    } catch (error) {
      found.push({ kind: 'cannot start', text: `${told(cut)}: ${(error as Error).message}` })
    }
  })
  return found
}

/** Cuts the power at some moments of the recording, and at its end, from where the drill goes on. */
async function cutRecording(
  context: DrillContext,
  database: WatchedDatabase,
  history: RecordedHistory,
  from: number,
): Promise<Violation[]> {
  const { random } = context
  const { recording } = history
  const image = imageOf(context, database)
  const last: PowerCut = { position: recording.position, cut: pick(random, CUTS) }
  const found: Violation[] = []
  await recording.replay([...recording.chooseCuts(random, EARLIER_CUTS, from), last], async (cut, write) => {
    const place = cut === last ? database : image
    write(place.folder, random)
    const lost = lostIn(place.folder, history.acknowledgedUntil(cut.position))
    found.push(
      ...lost.map(({ mark, method, path }) => ({ kind: 'lost', text: `${method} ${path} (${mark}) ${told(cut)}` })),
    )
    found.push(...(await verify(place.environment)))
  })
  return found
}

/** A database that cannot be read has lost everything. */
function lostIn(folder: string, acknowledged: readonly Operation[]): readonly Operation[] {
  try {
    return missingIn(folder, acknowledged)
  } catch {
    return acknowledged
  }
}
