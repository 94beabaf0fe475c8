import { randomFrom } from '../../server/test/support/random.ts'
import { type Edit, mutated } from './mutate-text.ts'
import { operators } from './operators.ts'
import { bare, type Node, parse, walk } from './syntax.ts'

/** A source file with one small fault. */
export interface Mutant extends Edit {
  readonly file: string
  readonly line: number
  readonly operator: string
  /** The line of code as it is, and the change, such as `<` to `<=`. */
  readonly code: string
  readonly change: string
}

/** Values that only people read, or that only describe the API. */
const DESCRIPTIONS = ['description', 'summary', 'example', 'text', 'message', 'problems', 'hint', 'details']
/** Calls that declare codes with their messages. */
const DECLARING = ['defineProblems', 'defineWarnings']

const isMessage = (node: Node): boolean => node.type === 'TaggedTemplateExpression' && node.tag.name === 'msg'
const choosesMessage = (node: Node): boolean =>
  node.type === 'ConditionalExpression' && [node.consequent, node.alternate].map(bare).every(isMessage)

function isLeftOut(node: Node): boolean {
  if (isMessage(node) || choosesMessage(node)) return true
  if (node.type === 'CallExpression') return DECLARING.includes(node.callee.name)
  return node.type === 'Property' && !node.shorthand && DESCRIPTIONS.includes(node.key.name)
}

/** All mutants of a file, in the order of its text. What changes only messages and descriptions is left out. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const found: Mutant[] = []
  const root = parse(file, text)
  if (!root) throw new Error(`${file} is not TypeScript.`)
  walk(root, isLeftOut, (node, ancestors) => {
    for (const [operator, editsOf] of Object.entries(operators))
      for (const edit of editsOf(node, ancestors, text)) {
        const { line, code } = placeOf(text, edit.start)
        const change = `${shortened(text.slice(edit.start, edit.end))} → ${shortened(edit.replacement)}`
        found.push({ file, line, operator, ...edit, code, change })
      }
  })
  return found
    .filter((mutant) => parse(file, mutated(text, mutant)) !== undefined)
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

const shortened = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 60)

function placeOf(text: string, offset: number): { line: number; code: string } {
  const begin = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return {
    line: text.slice(0, offset).split('\n').length,
    code: text.slice(begin, end < 0 ? undefined : end).trim(),
  }
}

/** At most so many mutants, chosen by a seed: the same seed chooses the same ones. */
export function sampled(mutants: readonly Mutant[], most: number, seed: number): Mutant[] {
  if (mutants.length <= most) return [...mutants]
  const random = randomFrom(seed)
  const chosen = new Set(
    mutants
      .map((mutant) => ({ mutant, weight: random() }))
      .sort((a, b) => a.weight - b.weight)
      .slice(0, most)
      .map(({ mutant }) => mutant),
  )
  return mutants.filter((mutant) => chosen.has(mutant))
}
