import { itemAt } from '../server/src/demo/sized/items.ts'
import { SeededRandom } from '../server/src/demo/sized/seeded-random.ts'

const SEED = 11

export interface SearchQuery {
  readonly text: string
  /** What a correct response contains; empty if there is nothing to find. */
  readonly expected: readonly string[]
}

/** A generated item. Its name has four words; the last one is a size. */
interface SearchedItem {
  readonly words: readonly [quality: string, material: string, product: string, size: string]
  readonly name: string
  readonly code: string
}

export interface QueryKind {
  readonly title: string
  queryFor(item: SearchedItem, random: SeededRandom): SearchQuery
}

/** Omits one letter or swaps two. Short words are not changed, because the result would be ambiguous. */
function misspelt(word: string, random: SeededRandom): string {
  if (word.length < 5) return word
  const at = 1 + random.below(word.length - 2)
  return random.percent(50)
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

const longest = (words: readonly string[]) => words.reduce((best, word) => (word.length > best.length ? word : best))
const exactly = (...words: string[]): SearchQuery => ({ text: words.join(' '), expected: words })

export const oneWord: QueryKind = { title: 'one word', queryFor: ({ words: [, , product] }) => exactly(product) }
export const oneMisspelt: QueryKind = {
  title: 'one misspelt word',
  queryFor({ words: [quality, , product] }, random) {
    const word = longest([quality, product])
    return { text: misspelt(word, random), expected: [word] }
  },
}

export const queryKinds: readonly QueryKind[] = [
  oneWord,
  { title: 'a prefix', queryFor: ({ words: [quality] }) => exactly(quality.slice(0, 3)) },
  { title: 'a part of a word', queryFor: ({ words: [quality] }) => exactly(quality.slice(1, 5)) },
  oneMisspelt,
  { title: 'two words', queryFor: ({ words: [, material, product] }) => exactly(product, material) },
  {
    title: 'three words',
    queryFor: ({ words: [quality, material, product] }) => exactly(product, quality, material),
  },
  {
    title: 'two misspelt words',
    queryFor: ({ words: [quality, , product] }, random) => ({
      text: `${misspelt(quality, random)} ${misspelt(product, random)}`,
      expected: [quality, product],
    }),
  },
  {
    title: 'two words, one unknown',
    queryFor: ({ words: [, , product] }) => ({ text: `${product} zwirbeljak`, expected: [] }),
  },
  { title: 'a code', queryFor: ({ code }) => exactly(code) },
  {
    title: 'the digits of a code',
    queryFor: ({ code }) => ({ text: String(Number(code.slice(4))), expected: [code] }),
  },
  { title: 'the whole name', queryFor: ({ name }) => exactly(name) },
]

/** The query of this number for one of the items, the same in every run. */
export function queryAt(kind: QueryKind, number: number, items: number): SearchQuery {
  const random = new SeededRandom(SEED, number)
  const { itemName, itemCode } = itemAt(1 + random.below(items), '')
  const words = itemName.toLowerCase().split(' ') as unknown as SearchedItem['words']
  return kind.queryFor({ words, name: itemName, code: itemCode }, random)
}
