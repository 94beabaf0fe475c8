import type { Edit } from './mutate-text.ts'
import { bare, type Node } from './syntax.ts'

/** One kind of small fault. `text` is the whole source. */
export type Operator = (node: Node, ancestors: readonly Node[], text: string) => readonly Edit[]

const codeOf = ({ start, end }: Node, text: string) => text.slice(start, end)
const replace = ({ start, end }: Node, replacement: string): Edit => ({ start, end, replacement })
const isOneOf = (node: Node, ...types: string[]) => types.includes(node.type)

/** Replaces the operator between two operands. */
function swapOperator({ left, right, operator }: Node, text: string, other: string): Edit {
  const start = text.indexOf(operator, left.end)
  if (start < 0 || start >= right.start) throw new Error(`No ${operator} at ${left.end}`)
  return { start, end: start + operator.length, replacement: other }
}

const swaps =
  (table: Readonly<Record<string, string>>, isMeant: (node: Node) => boolean = () => true): Operator =>
  (node, _ancestors, text) => {
    const other = node.type === 'BinaryExpression' ? table[node.operator] : undefined
    return other && isMeant(node) ? [swapOperator(node, text, other)] : []
  }

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

const comparison = swaps({ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' })

const arithmetic = swaps(
  { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' },
  ({ left, right }) => !isText(bare(left)) && !isText(bare(right)),
)

const OTHER_LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' }

/** In parentheses, because `??` must not stand beside `&&` and `||` without them. */
const logical: Operator = (node, [parent], text) => {
  const other = node.type === 'LogicalExpression' ? OTHER_LOGICAL[node.operator] : undefined
  if (!other || parent?.type === 'ExpressionStatement') return []
  return [replace(node, `((${codeOf(node.left, text)}) ${other} (${codeOf(node.right, text)}))`)]
}

const booleans: Operator = (node) =>
  node.type === 'Literal' && typeof node.value === 'boolean' ? [replace(node, String(!node.value))] : []

/** 0 becomes 1, 1 becomes 0, any other number one more. */
const numbers: Operator = (node, [parent]) => {
  if (node.type !== 'Literal' || parent?.type === 'MemberExpression') return []
  if (typeof node.value === 'bigint') return [replace(node, `${node.value === 1n ? 0n : node.value + 1n}n`)]
  return typeof node.value === 'number' ? [replace(node, String(node.value === 1 ? 0 : node.value + 1))] : []
}

/** A condition that always holds, and one that never does. */
const conditions: Operator = (node) =>
  isOneOf(node, 'IfStatement', 'ConditionalExpression') ? [replace(node.test, 'true'), replace(node.test, 'false')] : []

/** Without `!` or `-`. */
const signs: Operator = (node, _ancestors, text) =>
  node.type === 'UnaryExpression' && ['!', '-'].includes(node.operator)
    ? [replace(node, codeOf(node.argument, text))]
    : []

/** A call or an assignment that is left out. */
const statements: Operator = (node) => {
  if (node.type !== 'ExpressionStatement') return []
  const inner = bare(node.expression)
  const done = inner.type === 'AwaitExpression' ? bare(inner.argument) : inner
  return isOneOf(done, 'CallExpression', 'ChainExpression', 'AssignmentExpression') ? [replace(node, ';')] : []
}

const returns: Operator = (node) => {
  if (node.type !== 'ReturnStatement' || !node.argument) return []
  const value = bare(node.argument)
  // Undefined counts as false wherever it is asked for.
  return value.name === 'undefined' || value.value === false ? [] : [replace(node.argument, 'undefined')]
}

/** A list with nothing in it. */
const lists: Operator = (node) =>
  node.type === 'ArrayExpression' && node.elements.length > 0 ? [replace(node, '[]')] : []

/** Only texts that decide something: compared ones, and those of a list. */
const texts: Operator = (node, [parent]) => {
  if (node.type !== 'Literal' || typeof node.value !== 'string' || node.value === '' || !parent) return []
  const isCompared = parent.type === 'BinaryExpression'
  const isOneOfMany = parent.type === 'ArrayExpression' && parent.elements.length > 1
  return isCompared || isOneOfMany ? [replace(node, "''")] : []
}

const OTHER_METHOD = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])
/** Methods of lists without which the list stays as it is. */
const LEFT_OUT = ['filter', 'sort', 'toSorted']

const methods: Operator = (node, _ancestors, text) => {
  const { callee } = node
  if (node.type !== 'CallExpression' || callee.type !== 'MemberExpression' || callee.computed) return []
  const other = OTHER_METHOD.get(callee.property.name)
  if (other) return [replace(callee.property, other)]
  return LEFT_OUT.includes(callee.property.name) ? [replace(node, codeOf(callee.object, text))] : []
}

export const operators: Readonly<Record<string, Operator>> = {
  comparison,
  arithmetic,
  logical,
  booleans,
  numbers,
  conditions,
  signs,
  statements,
  returns,
  lists,
  texts,
  methods,
}
