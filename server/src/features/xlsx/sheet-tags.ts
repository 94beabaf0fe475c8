import { WorkbookFault } from './fault.ts'

// The tags of a sheet are found by their brackets, each once: a regular expression over the whole text can be made to take
// a time that grows with the square of its length.

/** A tag in the XML of a sheet: where it begins and ends (with its brackets), and its name without a prefix. */
export interface Tag {
  readonly from: number
  readonly to: number
  /** `c`, or `/c` where it closes. */
  readonly name: string
  readonly isEmpty: boolean
}

/** A tag of a row or a cell has a few short attributes. */
const TAG_MAX = 4000
const SLASH = 47

/** The tags with one of these names. */
export function* tagsIn(xml: string, names: ReadonlySet<string>): Generator<Tag> {
  for (let from = xml.indexOf('<'); from >= 0; ) {
    const end = xml.indexOf('>', from)
    if (end < 0) return
    const name = nameAt(xml, from + 1, end)
    if (names.has(name)) {
      if (end - from > TAG_MAX) throw new WorkbookFault('broken')
      yield { from, to: end + 1, name, isEmpty: xml.charCodeAt(end - 1) === SLASH }
    }
    from = xml.indexOf('<', end)
  }
}

const LONGEST_NAME = 60
const NAME = /^(\/?)(?:\w+:)?(\w+)/

function nameAt(xml: string, from: number, end: number): string {
  const [, slash = '', name = ''] = NAME.exec(xml.slice(from, Math.min(end, from + LONGEST_NAME))) ?? []
  return slash + name
}

/** All values of an attribute of a tag: which of two counts is for the parser to say. */
export function attributesOf(xml: string, { from, to }: Tag, name: 'r' | 't'): AttributePlace[] {
  const tag = xml.slice(from, to)
  return [...tag.matchAll(ATTRIBUTES[name])].map((match) => ({
    value: match[2]!,
    from: from + match.index + match[0].length - match[2]!.length - 1,
  }))
}

export interface AttributePlace {
  readonly value: string
  /** The position of the value in the text. */
  readonly from: number
}

const ATTRIBUTES = { r: /\sr\s*=\s*(["'])(.*?)\1/gs, t: /\st\s*=\s*(["'])(.*?)\1/gs }
