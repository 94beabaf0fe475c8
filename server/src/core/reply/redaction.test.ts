import assert from 'node:assert/strict'
import { test } from 'node:test'
import { text } from '../../model/fields.ts'
import { inEnglish, listed, msg, toldOf } from '../../model/message.ts'
import { defineResource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { type Actor, serviceActor } from '../access.ts'
import { Problem, textOfProblem } from '../problem.ts'
import { redacted, redactedProblem, revealsHidden } from './redaction.ts'

const safes = defineResource({
  name: 'redaction-safes',
  singular: 'safe',
  idPrefix: 'xsf',
  title: 'name',
  description: 'For these tests.',
  fields: { name: text(), code: text() },
})
const NAME = `${safes.name}.name`
const CODE = `${safes.name}.code`
const actor = (permission: Permission): Actor => ({
  ...serviceActor,
  userId: 'usr_1',
  permissions: { [safes.name]: permission },
})
const open = actor({ can: ['read'] })
const closed = actor({ can: ['read'], hidden: ['code'] })
const usual = inEnglish(textOfProblem('DOCUMENT_LOCKED'))

test('a message reveals something hidden if one of its fields is hidden', () => {
  const text = msg`The safe is locked.`
  assert.ok(revealsHidden(closed, { text, reveals: [NAME, CODE] }, safes))
  assert.ok(!revealsHidden(closed, { text, reveals: [NAME] }, safes))
  assert.ok(!revealsHidden(closed, { text }, safes))
  assert.ok(!revealsHidden(open, { text, reveals: [NAME, CODE] }, safes))
})

test('a message reveals what its values and those of the messages inside it were taken from', () => {
  const told = toldOf(safes, { name: 'Mine', code: '4711' })
  const inside = msg`${listed([msg`the safe ${told('code')}`])} is locked.`
  assert.equal(inEnglish(inside), 'the safe 4711 is locked.')
  assert.ok(revealsHidden(closed, { text: inside }, safes))
  assert.ok(revealsHidden(closed, { text: msg`${told('code')}`, reveals: [NAME] }, safes))
  assert.ok(revealsHidden(closed, { text: msg`${told('name')}`, reveals: [CODE] }, safes))
  assert.ok(!revealsHidden(closed, { text: msg`${told('name')} and 4711` }, safes))
  assert.ok(!revealsHidden(open, { text: inside }, safes))
})

test('a detail whose values reveal something hidden is replaced without a written list', () => {
  const value = toldOf(safes, { code: '4711' })('code')
  const refusal = new Problem('DOCUMENT_LOCKED', {
    text: msg`The safe is locked.`,
    details: [{ field: 'code', message: msg`Locked by ${value}.` }],
  })
  assert.equal(redactedProblem(open, refusal, safes), refusal)
  assert.deepEqual(told(closed, refusal), ['The safe is locked.', CONFLICT])
})

test('a blocker that reveals something hidden keeps its code, and loses its text and its details', () => {
  const blocker = {
    code: 'DOCUMENT_LOCKED',
    text: msg`The code is 4711.`,
    details: [{ field: 'code', message: msg`4711` }],
    reveals: [CODE],
  } as const
  assert.equal(redacted(open, blocker, safes), blocker)
  const { code, text: told, details } = redacted(closed, blocker, safes)
  assert.deepEqual([code, inEnglish(told), details], ['DOCUMENT_LOCKED', usual, []])
})

const problem = (reveals: readonly string[], inDetails?: readonly string[]) =>
  new Problem('DOCUMENT_LOCKED', {
    text: msg`The safe is locked by 4711.`,
    reveals,
    details: [
      {
        field: 'status',
        code: 'DOCUMENT_LOCKED',
        message: msg`Locked by 4711.`,
        ...(inDetails && { reveals: inDetails }),
      },
      { field: 'code', message: msg`4711`, ...(inDetails && { reveals: inDetails }) },
    ],
  })
const told = (by: Actor, refusal: Problem) => {
  const { message, details } = redactedProblem(by, refusal, safes)
  return [message, ...details.map((detail) => inEnglish(detail.message))]
}
const WHOLE = ['The safe is locked by 4711.', 'Locked by 4711.', '4711']
const CONFLICT = 'This value conflicts with a field that your role may not see.'

test('a refusal is told as it is where nothing of it is hidden', () => {
  const plain = problem([])
  assert.equal(redactedProblem(closed, plain, safes), plain)
  assert.deepEqual(told(open, problem([CODE], [CODE])), WHOLE)
  assert.deepEqual(told(closed, problem([NAME], [NAME])), WHOLE)
})

test('a refusal that reveals something hidden has its usual text, and only the details with a code', () => {
  assert.deepEqual(told(closed, problem([CODE])), [usual, 'Locked by 4711.'])
  assert.deepEqual(told(closed, problem([CODE], [CODE])), [usual, usual])
})

test('a detail that reveals something hidden is replaced, and the others stay', () => {
  assert.deepEqual(told(closed, problem([NAME], [CODE])), [WHOLE[0], usual, CONFLICT])
})

test('a detail that reveals something hidden is replaced even if another detail reveals nothing', () => {
  const [plain, revealing] = problem([], [CODE]).details
  const mixed = new Problem('DOCUMENT_LOCKED', {
    text: msg`The safe is locked.`,
    details: [{ field: plain!.field, message: msg`Locked.` }, revealing!],
  })
  assert.deepEqual(told(closed, mixed), ['The safe is locked.', 'Locked.', CONFLICT])
})

test('what a detail reveals is not sent to the client', () => {
  const { details } = redactedProblem(open, problem([], [CODE]), safes)
  assert.ok(details.every((detail) => !('reveals' in detail)))
})
