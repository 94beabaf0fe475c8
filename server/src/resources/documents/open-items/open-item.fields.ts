import type { Document, OpenItem } from '../../../model/document.ts'
import { date, type Field, type Fields, flag, integer, money } from '../../../model/fields.ts'

/** When an open item is due, and whether it is overdue. They stand after the date of the document. */
export const dueFields = ({ date: day, openItem }: Document): Fields =>
  openItem?.isDue
    ? {
        dueDate: date({
          indexed: true,
          indexedWithin: ['status'],
          hiddenWith: [`.${day}`], // some terms make them the same day
          example: '2026-12-31',
          description: 'From the payment terms if left out.',
        }),
        isOverdue: flag({
          readOnly: true,
          computed: true,
          default: false,
          alsoFilter: [],
          hiddenWith: ['.dueDate', '.outstanding'],
          description: 'Something is unpaid and the due date has passed.',
        }),
        daysOverdue: integer({
          readOnly: true,
          computed: true,
          figure: true,
          default: 0,
          hiddenWith: ['.dueDate', '.outstanding'],
        }),
      }
    : {}

/** What is allocated to an open item, and what is left. They stand after the total. */
export function openItemFields({ party, openItem }: Document): Fields {
  if (!openItem) return {}
  const allocated = Object.values(openItem.settledBy)
  const setBy = `POST /${allocated[0]!.of.split('.')[0]}`
  return {
    ...Object.fromEntries(
      allocated.map(({ field, of }) => [
        field,
        money({ readOnly: true, setBy: `POST /${of.split('.')[0]}`, default: 0, hiddenWith: [of], example: 100 }),
      ]),
    ),
    outstanding: money({
      readOnly: true,
      setBy,
      default: 0,
      indexed: true,
      summedBy: party.field,
      ...(openItem.sign < 0 && { isSubtracted: true }),
      summed: true,
      hiddenWith: ['.total', ...allocated.map(({ field }) => `.${field}`)],
      example: 734.49,
    }),
    /** The first day on which it is overdue; far away while nothing is outstanding. */
    overdueFrom: date({ readOnly: true, internal: true, filled: true, indexed: true }),
  }
}

type Kept = { readonly readOnly: true; readonly default: number }

/** How these fields are typed. */
export type OpenItemFields<D extends Document> = D['openItem'] extends OpenItem
  ? DueFields<D['openItem']> & { readonly [K in AllocatedName<D['openItem']['settledBy']>]: Field<number, Kept> } & {
      readonly outstanding: Field<number, Kept>
      readonly overdueFrom: Field<string, { readonly readOnly: true; readonly filled: true }>
    }
  : unknown

type AllocatedName<S extends OpenItem['settledBy']> = S[keyof S]['field']

type DueFields<O extends OpenItem> = O['isDue'] extends true
  ? {
      readonly dueDate: Field<string, Record<never, never>>
      readonly isOverdue: Field<boolean, { readonly readOnly: true; readonly default: boolean }>
      readonly daysOverdue: Field<number, Kept>
    }
  : unknown
