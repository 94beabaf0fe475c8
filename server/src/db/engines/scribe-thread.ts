// The thread that carries out what another one has decided.
import { workerData } from 'node:worker_threads'
import type { Assignment, Errand, Report } from './scribe.ts'
import { SqliteConnection } from './sqlite-connection.ts'

const { file, port } = workerData as Assignment
const connection = SqliteConnection.forWriting(file)
const texts: string[] = []
let knownVersion: unknown

/** Another one as soon as another connection has written. */
const version = () => connection.run({ sql: 'PRAGMA data_version', parameters: [] })[0]![0]

function commit({ texts: fresh, steps }: Errand & { kind: 'commit' }): Report {
  texts.push(...fresh)
  connection.exec('BEGIN IMMEDIATE')
  if (version() !== knownVersion) return { kind: 'outdated' }
  for (const [text, parameters] of steps)
    connection.run({ sql: typeof text === 'number' ? texts[text]! : text, parameters })
  connection.exec('COMMIT')
  return { kind: 'done' }
}

function reportOn(errand: Errand): Report {
  if (errand.kind === 'commit') return commit(errand)
  if (errand.kind === 'begin') knownVersion = version()
  return { kind: version() === knownVersion ? 'done' : 'outdated' }
}

function guardedReportOn(text: string): Report {
  try {
    return reportOn(JSON.parse(text) as Errand)
  } catch {
    return { kind: 'refused' }
  } finally {
    connection.rollBack()
  }
}

port.on('message', (errand: string) => port.postMessage(guardedReportOn(errand)))
port.postMessage({ kind: 'done' } satisfies Report)
