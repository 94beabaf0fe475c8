import { parseSync } from 'rolldown/utils'

/** A node of the syntax tree (ESTree). Positions are offsets in the text. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  // biome-ignore lint/suspicious/noExplicitAny: each type of node has properties of its own.
  readonly [property: string]: any
}

/** A node with the nodes around it, the nearest first. */
export type Visit = (node: Node, ancestors: readonly Node[]) => void

/** Undefined for a text that is not TypeScript. */
export function parse(file: string, text: string): Node | undefined {
  const { program, errors } = parseSync(file, text)
  return errors.length > 0 ? undefined : (program as unknown as Node)
}

/** What only the type checker reads. */
const TYPES = ['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'superTypeArguments']
/** Nodes of TypeScript that contain an expression. */
const TRANSPARENT = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

export const childrenOf = (node: Node): Node[] =>
  Object.entries(node)
    .filter(([property]) => !TYPES.includes(property))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** Visits all code, without types, imports and whatever `isLeftOut` names. */
export function walk(root: Node, isLeftOut: (node: Node, parent: Node | undefined) => boolean, visit: Visit): void {
  const step = (node: Node, ancestors: readonly Node[]): void => {
    if (node.type.startsWith('TS') && !TRANSPARENT.includes(node.type)) return
    if (node.type === 'ImportDeclaration' || isLeftOut(node, ancestors[0])) return
    visit(node, ancestors)
    for (const child of childrenOf(node)) step(child, [node, ...ancestors])
  }
  step(root, [])
}

/** Without parentheses and assertions of types. */
export function bare(node: Node): Node {
  const isWrapper = node.type === 'ParenthesizedExpression' || TRANSPARENT.includes(node.type)
  return isWrapper ? bare(node.expression) : node
}
