import { itemAt } from '../server/src/demo/sized/items.ts'
import { Lot } from '../server/src/demo/sized/lot.ts'

const SEED = 11

export interface Question {
  readonly text: string
  /** What a good answer contains; nothing where there is nothing to be found. */
  readonly meant: readonly string[]
}

/** A made-up item: its name has four words, of which the last is a size. */
interface Sought {
  readonly words: readonly [quality: string, material: string, thing: string, size: string]
  readonly name: string
  readonly code: string
}

/** A way of asking for an item. */
export interface Way {
  readonly title: string
  ask(item: Sought, lot: Lot): Question
}

/** One letter left out, or two swapped; short words are left alone, as nobody could tell what was meant. */
function misspelt(word: string, lot: Lot): string {
  if (word.length < 5) return word
  const at = 1 + lot.below(word.length - 2)
  return lot.percent(50)
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

const longest = (words: readonly string[]) => words.reduce((best, word) => (word.length > best.length ? word : best))
const all = (...meant: string[]): Question => ({ text: meant.join(' '), meant })

export const oneWord: Way = { title: 'one word', ask: ({ words: [, , thing] }) => all(thing) }
export const oneMisspelt: Way = {
  title: 'one misspelt word',
  ask({ words: [quality, , thing] }, lot) {
    const word = longest([quality, thing])
    return { text: misspelt(word, lot), meant: [word] }
  },
}

export const ways: readonly Way[] = [
  oneWord,
  { title: 'a beginning', ask: ({ words: [quality] }) => all(quality.slice(0, 3)) },
  { title: 'a part', ask: ({ words: [quality] }) => all(quality.slice(1, 5)) },
  oneMisspelt,
  { title: 'two words', ask: ({ words: [, material, thing] }) => all(thing, material) },
  { title: 'three words', ask: ({ words: [quality, material, thing] }) => all(thing, quality, material) },
  {
    title: 'two misspelt words',
    ask: ({ words: [quality, , thing] }, lot) => ({
      text: `${misspelt(quality, lot)} ${misspelt(thing, lot)}`,
      meant: [quality, thing],
    }),
  },
  { title: 'two words, one unknown', ask: ({ words: [, , thing] }) => ({ text: `${thing} zwirbeljak`, meant: [] }) },
  { title: 'a code', ask: ({ code }) => all(code) },
  { title: 'the digits of a code', ask: ({ code }) => ({ text: String(Number(code.slice(4))), meant: [code] }) },
  { title: 'the whole name', ask: ({ name }) => all(name) },
]

/** The question of this number about one of so many items, the same in every run. */
export function questionAt(way: Way, number: number, items: number): Question {
  const lot = new Lot(SEED, number)
  const { itemName, itemCode } = itemAt(1 + lot.below(items), '')
  const words = itemName.toLowerCase().split(' ') as unknown as Sought['words']
  return way.ask({ words, name: itemName, code: itemCode }, lot)
}
