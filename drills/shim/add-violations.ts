import { count, type Summary, type Violation } from '../framework/summary.ts'

/** What a drill has found by itself, beside the check of its history. */
export function addViolations({ facts, violations }: Summary, found: readonly Violation[]): Summary {
  const counts = [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, some]) => {
    const earlier = violations.filter((violation) => violation.kind === kind).length
    return count(earlier + some.length, kind)
  })
  const isReplaced = (name: string) => counts.some((fact) => fact.name === name)
  return {
    facts: [...facts.filter(({ name }) => !isReplaced(name)), ...counts],
    violations: [...violations, ...found],
  }
}
