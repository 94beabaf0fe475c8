import { noteRun } from '../app/last-runs.ts'
import { openAuditKeys } from '../app/secrets/secrets.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { AuditKeys } from '../core/audit/seals.ts'
import type { Engine } from '../db/engine.ts'
import { migrations } from '../db/migrations/index.ts'
import { refuseNewer } from '../db/newer-version.ts'
import { type Onlooker, type Verdict, verify } from '../verify/verify.ts'
import { type Command, DONE, expectWords, FAILED, failed } from './command.ts'
import { openDatabase } from './open-database.ts'

/** The terminal sequence that clears the rest of the line. */
const REST_OF_LINE = '\x1b[K'
const REDRAWN_EVERY_MS = 100

export const verifyCommand: Command = {
  name: 'verify',
  usage: '',
  summary: 'Check the database for inconsistencies.',
  help: [
    'Recomputes numbers, amounts, stock, invoices, payments, references and stored totals, compares them with the stored',
    'data, and checks the seals of the audit log. It changes nothing. The server may keep running: the check reads one snapshot.',
    '',
    'Exits with 0 if everything is consistent; otherwise with 1, and prints the first violations of each kind.',
  ].join('\n'),
  options: {},
  async run(_options, words) {
    expectWords(words)
    return verifyDatabase(readConfig(process.env))
  },
}

/** Prints what it finds. Returns the exit code. */
export async function verifyDatabase(config: Config): Promise<number> {
  const engine = await openDatabase(config)
  try {
    if (!(await isUpToDate(engine))) return failed('The database is not of this version. Run "kontor migrate" first.')
    const result = await tell(engine, await openAuditKeys(config, engine))
    if (result === DONE) await noteRun(config.dataFolder, 'verify')
    return result
  } finally {
    await engine.close()
  }
}

/** The declarations of this version describe only a database that has its tables. */
async function isUpToDate({ builder, describe, reader }: Engine): Promise<boolean> {
  const { columns } = await describe(reader, 'migrations')
  if (columns.length === 0) return false
  const rows = await reader.query(builder.selectFrom('migrations').select('name').compile())
  const applied = rows.map(([name]) => name as string)
  refuseNewer('The database', applied)
  return applied.length === migrations.length && migrations.every(({ name }) => applied.includes(name))
}

async function tell(engine: Engine, auditKeys: AuditKeys | undefined): Promise<number> {
  const verdicts = await verify(engine, process.stderr.isTTY ? onTerminal() : { done: print }, auditKeys)
  const wrong = verdicts.filter(({ violations }) => violations > 0)
  if (wrong.length === 0) {
    console.log('No inconsistencies found.')
    return DONE
  }
  const violations = wrong.reduce((sum, verdict) => sum + verdict.violations, 0)
  console.log(`${plural(violations, 'violation')} in ${plural(wrong.length, 'check')}.`)
  return FAILED
}

function print({ name, promise, checked, violations, findings }: Verdict): void {
  const outcome = violations === 0 ? 'ok' : plural(violations, 'violation')
  console.log(`${name.padEnd(11)} ${grouped(checked).padStart(13)} checked: ${outcome}. ${promise}`)
  for (const { id, fault } of findings) console.log(`    ${id}: ${fault}`)
  if (violations > findings.length) console.log(`    and ${grouped(violations - findings.length)} more`)
}

/** A progress line, which is cleared when the check is done. */
function onTerminal(): Onlooker {
  let shownAt = 0
  return {
    progress({ name }, checked) {
      if (Date.now() - shownAt < REDRAWN_EVERY_MS) return
      shownAt = Date.now()
      process.stderr.write(`\r${name} ${grouped(checked)} …${REST_OF_LINE}`)
    },
    done(verdict) {
      process.stderr.write(`\r${REST_OF_LINE}`)
      print(verdict)
    },
  }
}

const grouped = (count: number) => count.toLocaleString('en')
const plural = (count: number, what: string) => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`
