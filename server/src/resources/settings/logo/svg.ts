import { createRequire } from 'node:module'
import { inEnglish, type Message, msg } from '../../../model/message.ts'

/** What is used of sax, which brings no types of its own. */
interface Parser {
  onopentag(tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }): void
  onclosetag(): void
  ondoctype(): void
  onprocessinginstruction(instruction: { readonly name: string }): void
  onerror(error: Error): void
  write(text: string): Parser
  close(): void
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
}

const require = createRequire(import.meta.url)

/** Other elements may run something, load something, or multiply what is drawn. */
const REFUSED = new Set([
  ...['script', 'foreignobject', 'iframe', 'embed', 'object', 'audio', 'video', 'canvas', 'handler', 'listener'],
  ...['image', 'feimage', 'animate', 'animatemotion', 'animatetransform', 'set', 'pattern', 'marker'],
])
const DEPTH_MAX = 50
/** Counting an element each time that it is referred to. Every document draws them all: these cost a quarter of a second. */
const DRAWN_MAX = 2000
/** Commands of paths, and numbers anywhere, counted likewise. */
const PARTS_MAX = 30_000

class Refusal extends Error {
  readonly text: Message
  constructor(text: Message) {
    super(inEnglish(text))
    this.text = text
  }
}

const refuse = (text: Message): never => {
  throw new Refusal(text)
}

/** Without the prefix of a namespace, and whatever its case: a browser may be less strict than this. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

function refuseAttribute(element: string, name: string, value: string): void {
  if (/^on/i.test(localName(name))) refuse(msg`The SVG must not contain scripts, such as the attribute ${name}.`)
  const targets = [...value.matchAll(/url\s*\(\s*["']?\s*([^)]*)/gi)].map(([, target]) => target!)
  if (localName(name) === 'href' || localName(name) === 'src') targets.push(value.trim())
  const outside = targets.some((target) => !target.startsWith('#'))
  // An escape in a style could spell what is looked for here.
  const isHidden = localName(name) === 'style' && (value.includes('\\') || /@import/i.test(value))
  if (outside || isHidden)
    refuse(msg`The SVG must not refer to anything outside of it, as its element <${element}> does.`)
}

/** The root of a well-formed document without anything that runs, loads or is declared. */
function treeOf(text: string): Element {
  const document: Element = { name: '', attributes: {}, children: [] }
  const open = [document]
  const parser: Parser = require('sax').parser(true, { strictEntities: true })
  parser.onerror = () => refuse(msg`The file is not well-formed XML.`)
  parser.ondoctype = () => refuse(msg`The SVG must not contain a DOCTYPE or entities.`)
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml') refuse(msg`The SVG must not contain processing instructions.`)
  }
  parser.onopentag = ({ name, attributes }) => {
    if (localName(name) === 'style')
      refuse(msg`The SVG must not contain a style sheet. Save it with presentation attributes.`)
    if (localName(name) === 'text') refuse(msg`The SVG must not contain texts. Convert them to paths.`)
    if (REFUSED.has(localName(name))) refuse(msg`The SVG must not contain the element <${name}>.`)
    for (const [key, value] of Object.entries(attributes)) refuseAttribute(name, key, value)
    const element = { name, attributes, children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
    if (open.length > DEPTH_MAX) refuse(msg`The elements of the SVG are nested more than ${DEPTH_MAX} levels deep.`)
  }
  parser.onclosetag = () => {
    open.pop()
  }
  parser.write(text).close()
  if (document.children.length > 1) refuse(msg`The file is not well-formed XML.`)
  return document.children[0]!
}

const everyElement = (element: Element): Element[] => [element, ...element.children.flatMap(everyElement)]

const referencesOf = ({ attributes }: Element): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => [
    ...(localName(name) === 'href' ? [value.trim().slice(1)] : []),
    ...[...value.matchAll(/url\s*\(\s*["']?\s*#([^"')\s]*)/gi)].map(([, id]) => id!),
  ])

const partsOf = ({ attributes }: Element): number =>
  Object.entries(attributes)
    .map(([name, value]) => value.match(name === 'd' ? /[a-z]|\d+|\.\d+/gi : /\d+/g)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0)

/** A few elements that refer to each other can stand for millions. */
function refuseMultiplied(root: Element): void {
  const byId = new Map(everyElement(root).map((element) => [element.attributes.id, element]))
  let drawn = 0
  let parts = 0
  const draw = (element: Element, within: readonly Element[]): void => {
    if (within.includes(element)) refuse(msg`An element of the SVG refers to itself.`)
    if (++drawn > DRAWN_MAX)
      refuse(msg`The SVG has more than ${DRAWN_MAX} elements, counting each as often as it is used.`)
    parts += partsOf(element)
    if (parts > PARTS_MAX)
      refuse(
        msg`The paths of the SVG have more than ${PARTS_MAX} commands and numbers, counting each as often as it is used. Simplify them, or use a PNG.`,
      )
    const targets = referencesOf(element).flatMap((id) => byId.get(id) ?? [])
    for (const next of [...element.children, ...targets]) draw(next, [...within, element])
  }
  draw(root, [])
}

const isLength = (value: string | undefined) =>
  value === undefined || /^\s*\d*\.?\d+\s*(px|pt|mm|cm|in|pc|%)?\s*$/.test(value)

function refuseUnsized({ attributes: { width, height, viewBox } }: Element): void {
  const box =
    viewBox
      ?.trim()
      .split(/[,\s]+/)
      .map(Number) ?? []
  const hasBox = box.length === 4 && box.every(Number.isFinite) && box[2]! > 0 && box[3]! > 0
  const hasSize =
    width !== undefined && height !== undefined && Number.parseFloat(width) > 0 && Number.parseFloat(height) > 0
  const isPlain = isLength(width) && isLength(height) && (viewBox === undefined || hasBox)
  if (!isPlain || !(hasBox || hasSize)) refuse(msg`The SVG must have a width and a height, or a viewBox.`)
}

/** Why an SVG is not accepted; undefined if it is. */
export function svgFault(bytes: Buffer): Message | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const root = treeOf(text)
    if (root?.name !== 'svg') refuse(msg`The file is not an SVG: its first element must be <svg>.`)
    refuseUnsized(root)
    refuseMultiplied(root)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.text
    if (error instanceof TypeError) return msg`The SVG must be encoded in UTF-8.`
    throw error
  }
}
