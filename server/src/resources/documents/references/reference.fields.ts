import type { AmountFields, Document, DocumentSource, Progress } from '../../../model/document.ts'
import { choice, type Field, type Fields, money, quantity, ref, text } from '../../../model/fields.ts'

/** The fields by which documents are made from others: where they come from, and how much of them was taken. */

const COUNTED = { readOnly: true, internal: true, default: 0 } as const

const states = ({ word, isOfGoods }: Progress) => [
  ...[`not_${word}`, `partly_${word}`, word],
  ...(isOfGoods ? ['not_applicable'] : []),
]

/** How far the documents that take of this one have come. */
export const progressFields = (progress: Document['progress'] = {}): Fields =>
  fieldsFor(Object.entries(progress), ([name, one]) => ({
    [name]: choice(states(one), {
      tones: { [`not_${one.word}`]: 'todo', [`partly_${one.word}`]: 'partly', [one.word]: 'good' },
      readOnly: true,
      setBy: one.setBy,
      filled: true,
      counted: true,
      hiddenWith: [`.items.${one.line}`],
    }),
    ...(one.issued && { [one.issued]: money(COUNTED) }),
  }))

/** How much of a line they have taken. */
export const takenFields = (progress: Document['progress'] = {}): Fields =>
  fieldsFor(Object.values(progress), ({ by, setBy, line, amounts }) => ({
    [line]: quantity({ readOnly: true, setBy, default: 0, hiddenWith: [`${by}.items.quantity`] }),
    ...fieldsFor(namesOf(amounts), (name) => ({ [name]: money(COUNTED) })),
  }))

/** Which documents it was made from. */
export const sourceFields = (maker: string, sources: readonly DocumentSource[] = []): Fields =>
  fieldsFor(sources, ({ field, resource, isAlways, action }) => ({
    [field]: ref(resource, {
      ...(isAlways ? { required: true } : { readOnly: true, setBy: `${maker}/${action!.path}` }),
      counted: true,
    }),
  }))

/** Which line it takes of. */
export const sourceLineFields = (maker: string, sources: readonly DocumentSource[] = []): Fields =>
  fieldsFor(sources, ({ line, isAlways, action, share }) => ({
    ...(!isAlways && { [line]: text({ readOnly: true, setBy: `${maker}/${action!.path}` }) }),
    ...fieldsFor(namesOf(share), (name) => ({ [name]: money({ readOnly: true, internal: true }) })),
  }))

const namesOf = (amounts: AmountFields | undefined): string[] => Object.values(amounts ?? {})

const fieldsFor = <T>(values: readonly T[], made: (value: T) => Fields): Fields =>
  Object.fromEntries(values.flatMap((value) => Object.entries(made(value))))

type ReadOnly = { readonly readOnly: true }
type Counted = Field<number, ReadOnly & { readonly internal: true; readonly default: number }>
type States<P> = P extends { readonly word: infer W extends string }
  ? `not_${W}` | `partly_${W}` | W | (P extends { readonly isOfGoods: true } ? 'not_applicable' : never)
  : never
type Names<P, K extends string> = P extends { readonly [N in K]: infer A extends AmountFields } ? A[keyof A] : never
type Name<P, K extends string> = P extends { readonly [N in K]: infer S extends string } ? S : never
type SourceOf<D extends Document> = D['sources'] extends readonly (infer S extends DocumentSource)[] ? S : never
type Optional<S> = S extends { readonly isAlways: true } ? never : S

export type ProgressFields<D extends Document> = {
  readonly [K in keyof D['progress'] & string]: Field<
    States<NonNullable<D['progress']>[K]>,
    ReadOnly & { readonly filled: true; readonly choices: readonly States<NonNullable<D['progress']>[K]>[] }
  >
} & { readonly [K in Name<ProgressOf<D>, 'issued'>]: Counted }

type ProgressOf<D extends Document> = D['progress'] extends { readonly [field: string]: infer P } ? P : never

export type TakenFields<D extends Document> = {
  readonly [K in Name<ProgressOf<D>, 'line'>]: Field<number, ReadOnly & { readonly default: number }>
} & { readonly [K in Names<ProgressOf<D>, 'amounts'>]: Counted }

export type SourceFields<D extends Document> = {
  readonly [S in SourceOf<D> as S['field']]: Field<
    string,
    S extends { readonly isAlways: true } ? { readonly required: true } : ReadOnly
  >
}

export type SourceLineFields<D extends Document> = {
  readonly [S in Optional<SourceOf<D>> as S['line']]: Field<string, ReadOnly>
} & { readonly [K in Names<SourceOf<D>, 'share'>]: Field<number, ReadOnly & { readonly internal: true }> }
