import type { Language } from '../../../model/languages.ts'
import { fold } from '../../../model/text.ts'
import { oneLine } from './formats.ts'

/** The usual names of a unit in each language; the first of them is printed for a unit of another language. */
const UNITS: readonly Readonly<Record<Language, readonly string[]>>[] = [
  {
    en: ['pcs', 'nos', 'no', 'pc', 'piece', 'pieces', 'ea', 'each', 'unit', 'units'],
    de: ['Stk', 'stk.', 'stück', 'st', 'st.', 'einheit', 'einheiten'],
  },
  { en: ['hours', 'hour', 'hrs', 'hr'], de: ['Std', 'std.', 'stunde', 'stunden'] },
  { en: ['days', 'day'], de: ['Tage', 'tag'] },
  { en: ['months', 'month'], de: ['Monate', 'monat'] },
  { en: ['years', 'year'], de: ['Jahre', 'jahr'] },
  { en: ['boxes', 'box', 'carton', 'cartons'], de: ['Karton', 'kartons', 'schachtel', 'kiste'] },
  {
    en: ['packs', 'pack', 'package', 'packages', 'pkt'],
    de: ['Pack', 'packung', 'packungen', 'paket', 'pakete', 'pkg'],
  },
  { en: ['pairs', 'pair'], de: ['Paar', 'paare'] },
  { en: ['rolls', 'roll'], de: ['Rolle', 'rollen'] },
  { en: ['tubes', 'tube'], de: ['Tube', 'tuben'] },
  { en: ['cans', 'can'], de: ['Dose', 'dosen'] },
  { en: ['bottles', 'bottle'], de: ['Flasche', 'flaschen'] },
  { en: ['bags', 'bag'], de: ['Beutel', 'sack', 'säcke'] },
  { en: ['pallets', 'pallet'], de: ['Palette', 'paletten'] },
  { en: ['sheets', 'sheet'], de: ['Blatt'] },
  { en: ['m', 'metre', 'metres', 'meter', 'meters'], de: ['m', 'meter'] },
  { en: ['l', 'litre', 'litres', 'liter', 'liters'], de: ['l', 'liter'] },
  { en: ['kg', 'kilogram', 'kilograms'], de: ['kg', 'kilogramm', 'kilo'] },
  { en: ['t', 'tonne', 'tonnes', 'ton', 'tons'], de: ['t', 'tonne', 'tonnen'] },
  { en: ['lump sum'], de: ['pauschal', 'pauschale'] },
]

const rowOf = new Map(UNITS.flatMap((row) => [...row.en, ...row.de].map((name) => [fold(name), row] as const)))

/** A usual unit in the language of the page; any other as it was typed. */
export function unitIn(language: Language, uom: string | null): string {
  const typed = oneLine(uom)
  const row = rowOf.get(fold(typed))
  if (!row || row[language].some((name) => fold(name) === fold(typed))) return typed
  return row[language][0]!
}
