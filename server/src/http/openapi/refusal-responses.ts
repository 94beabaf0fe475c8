import { type Problem, textOfProblem } from '../../core/problem.ts'
import { inEnglish } from '../../model/message.ts'
import { envelopeOf } from '../problems.ts'
import type { Writer } from './components.ts'
import { errorEnvelope } from './envelopes.ts'
import { EXAMPLE_REQUEST_ID } from './examples.ts'
import { problemHeaders } from './headers.ts'
import { type Part, pascalCase } from './names.ts'

/** Refusals that depend on the record, the address or the body: each status has its own response. */
const OWN: { readonly [status: number]: string } = {
  400: 'The request cannot be read.',
  404: 'There is no such record.',
  412: 'The record has changed since the client read it.',
  422: 'The body is not valid, or the record does not allow it.',
}
/** All others are alike for many operations: credentials, rights, limits, failures. */
const OTHERS = 'Refused: the code tells why.'

/** By status; operations with the same codes share a response. */
export function refusalResponses(writer: Writer, operationId: string, found: readonly Problem[]): Part {
  const groups = [...Map.groupBy(found, ({ status }) => (Object.hasOwn(OWN, status) ? String(status) : 'default'))]
  return Object.fromEntries(groups.map(([key, group]) => [key, sharedRefusal(writer, operationId, key, group)]))
}

/** A set of several codes is called by the first operation that has it: `CreatePayment422`. */
function sharedRefusal(writer: Writer, operationId: string, key: string, group: readonly Problem[]): Part {
  const { components, codeSets } = writer
  const codes = group.map(({ code }) => code)
  const name = codeSets.getOrInsertComputed(`${key} ${codes.toSorted()}`, () =>
    codes.length === 1 ? nameOfCode(codes[0]!) : pascalCase(operationId) + (Object.hasOwn(OWN, key) ? key : 'Failure'),
  )
  const hasExample = codes.length === 1 && Object.hasOwn(OWN, key)
  return components.once('responses', name, () => ({
    description: OWN[Number(key)] ?? OTHERS,
    ...problemHeaders(writer, [...new Set(group.map(({ status }) => status))]),
    content: {
      'application/json': {
        schema: errorEnvelope(components, codes, hasExample),
        ...(hasExample && { examples: examplesOf(writer, group) }),
      },
    },
  }))
}

const nameOfCode = (code: string) => pascalCase(code.toLowerCase().replaceAll('_', ' '))

/** Few are enough to show the shape; the introduction has the usual message of every code. */
const examplesOf = ({ components }: Writer, [first]: readonly Problem[]): Part => ({
  [first!.code]: components.once('examples', first!.code, () => exampleOf(first!)),
})

/** Of the first operation that can be refused so: the message of another one may name its own fields. */
const exampleOf = (problem: Problem): Part => ({
  summary: inEnglish(textOfProblem(problem.code)),
  value: JSON.parse(envelopeOf(problem, EXAMPLE_REQUEST_ID, 'en')),
})
