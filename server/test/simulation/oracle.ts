import { importRows, imports } from '../../src/features/imports/imports.resource.ts'
import { IMPORT } from './background.ts'
import { RECORDS } from './clients.ts'
import type { SimFile, State } from './file.ts'
import type { Receiver } from './receiver.ts'

/** What is wrong with the rows of each commit, and with the result. */
export function findProblems(file: SimFile, receiver: Receiver): string[] {
  const problems = file.states.flatMap((state, version) =>
    problemsIn(state).map((problem) => `at commit ${version} ${problem}`),
  )
  const { processed, rowCount } = jobIn(file.current)
  if (processed !== rowCount) problems.push(`the import ends at ${processed} of ${rowCount}`)
  for (const id of missingEvents(file, receiver)) problems.push(`event ${id} never arrives`)
  return problems
}

/** Whether imports or webhooks have something left to do. */
export function isUnfinished(file: SimFile, receiver: Receiver): boolean {
  const { processed, rowCount } = jobIn(file.current)
  return processed !== rowCount || missingEvents(file, receiver).length > 0
}

const jobIn = (state: State) => state.get(imports.name)!.get(IMPORT)![1] as { processed: number; rowCount: number }

const missingEvents = (file: SimFile, { arrived }: Receiver): string[] =>
  [...file.table('events').values()]
    .map(([sequence, , , run]) => `${sequence} run ${run}`)
    .filter((id) => !arrived.has(id))

/** Each commit is whole: a change has its event and its receipt, and an import has come as far as it says. */
function problemsIn(state: State): string[] {
  const problems: string[] = []
  const rowsOf = (table: string) => [...(state.get(table)?.values() ?? [])]
  const expect = (what: string, actual: unknown, wanted: unknown) => {
    if (actual !== wanted) problems.push(`${what} are ${actual}, and should be ${wanted}`)
  }
  const rows = rowsOf(importRows.name).map(([, row]) => row as number)
  const { processed } = jobIn(state)
  expect('the imported rows', rows.sort((a, b) => a - b).join(), Array.from({ length: processed }, (_, n) => n).join())
  const events = rowsOf('events')
  expect('the events', events.length, state.get('heads')!.get('head')![1])
  for (const record of RECORDS) {
    const versions = events.filter(([, of]) => of === record).map(([, , version]) => version)
    expect(`the versions of ${record}`, versions.join(), Array.from(versions, (_, index) => index + 1).join())
    expect(`the latest version of ${record}`, state.get('records')!.get(record)![1], versions.length)
  }
  const told = events.map(([, , , run]) => run as string).filter((run) => run.startsWith('r'))
  const stored = rowsOf('receipts').map(([run]) => run as string)
  expect(
    'the receipts',
    told.sort().join(),
    stored
      .filter((run) => run.startsWith('r'))
      .sort()
      .join(),
  )
  return problems
}
