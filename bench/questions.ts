import { codeOf, lot, nameOf } from './many-items.ts'

/** A way of asking for an item. */
export interface Story {
  readonly title: string
  ask(name: readonly string[], code: string, chance: number): Question
}

export interface Question {
  readonly text: string
  /** What the answer must hold; nothing where there is nothing to be found. */
  readonly meant: readonly string[]
}

/** One letter left out, or two swapped. */
function misspelt(word: string, chance: number): string {
  const at = 1 + (chance % (word.length - 2))
  return chance & 1
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

/** Names have five words: a brand, three that are frequent, a size. */
export const stories: readonly Story[] = [
  { title: 'one rare word', ask: ([brand]) => ({ text: brand!, meant: [brand!] }) },
  { title: 'one frequent word', ask: ([, , , thing]) => ({ text: thing!, meant: [thing!] }) },
  { title: 'a beginning', ask: ([brand, adjective], _, chance) => prefixOf(chance & 1 ? brand! : adjective!) },
  { title: 'a part', ask: ([brand, , , thing], _, chance) => partOf(chance & 1 ? brand! : thing!) },
  {
    title: 'one misspelt word',
    ask: ([, adjective, , thing], _, chance) => {
      const word = adjective!.length > thing!.length ? adjective! : thing!
      return { text: misspelt(word, chance), meant: [word] }
    },
  },
  {
    title: 'two frequent words',
    ask: ([, , material, thing]) => ({ text: `${thing} ${material}`, meant: [thing!, material!] }),
  },
  {
    title: 'three words',
    ask: ([, adjective, material, thing]) => ({ text: `${thing} ${adjective} ${material}`, meant: [thing!] }),
  },
  {
    title: 'a brand and a thing',
    ask: ([brand, , , thing]) => ({ text: `${thing} ${brand}`, meant: [brand!, thing!] }),
  },
  {
    title: 'two misspelt words',
    ask: ([brand, , , thing], _, chance) => ({
      text: `${misspelt(brand!, chance)} ${misspelt(thing!, chance >> 3)}`,
      meant: [brand!, thing!],
    }),
  },
  {
    title: 'two words not together',
    ask: ([brand], _, chance) => ({ text: `${brand} bakoriz${chance % 10}`, meant: [] }),
  },
  { title: 'a code', ask: (_, code) => ({ text: code, meant: [code] }) },
  { title: 'the digits of a code', ask: (_, code) => ({ text: String(Number(code.slice(2))), meant: [code] }) },
  { title: 'the whole name', ask: (name, code) => ({ text: name.join(' '), meant: [code] }) },
]

const prefixOf = (word: string): Question => ({ text: word.slice(0, 3), meant: [word.slice(0, 3)] })
const partOf = (word: string): Question => ({ text: word.slice(1, 5), meant: [word.slice(1, 5)] })

export function questionsOf(story: Story, size: number, count: number): Question[] {
  return Array.from({ length: count }, (_, number) => {
    const index = lot(number, 11, size)
    return story.ask(nameOf(index).split(' '), codeOf(index), lot(number, 12, 1000))
  })
}
