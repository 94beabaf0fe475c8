import { type ClipboardEvent, type RefObject, useState } from 'react'
import type { Resource } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { DocumentForm } from '../edit/use-document-form.ts'
import { focusCell } from './focus-cell.ts'
import { type ItemTerms, isBlank, newLine, withItem } from './lines.ts'
import { matchItems } from './match-items.ts'
import { isTable, type PastedRow, parseTable } from './paste.ts'

/** The result of a paste. */
export interface PasteReport {
  readonly added: number
  readonly unmatched: readonly { readonly number: number; readonly text: string }[]
}

interface Pasting {
  readonly report: PasteReport | undefined
  readonly isBusy: boolean
  onPaste(event: ClipboardEvent): void
  forget(): void
}

/** Rows from a spreadsheet become lines; rows that match no item are reported. */
export function usePaste(
  form: DocumentForm,
  place: RefObject<HTMLElement | null>,
  items: Resource | undefined,
  terms: ItemTerms,
): Pasting {
  const { locale } = useFormat()
  const [report, setReport] = useState<PasteReport>()
  const [isBusy, setBusy] = useState(false)

  async function add(text: string, resource: Resource): Promise<void> {
    const { rows, unreadable } = parseTable(text, locale)
    const known = await matchItems(
      resource,
      rows.map((row) => row.text),
      terms,
    )
    const matched = rows.filter((row) => known.has(row.text))
    const added = matched.map(({ text: name, quantity, rate, discount }) =>
      withItem(newLine({ quantity, rate, discount }), known.get(name)!, terms),
    )
    const next = newLine()
    form.setLines((lines) => [...lines.filter((line) => !isBlank(line) || line.typed), ...added, next])
    setReport({
      added: added.length,
      unmatched: inOrder([...rows.filter((row) => !known.has(row.text)), ...unreadable]),
    })
    focusCell(place.current, next.key, 'item')
  }

  return {
    report,
    isBusy,
    forget: () => setReport(undefined),
    onPaste(event) {
      const text = event.clipboardData.getData('text/plain')
      if (!items || !isTable(text)) return
      event.preventDefault()
      setBusy(true)
      add(text, items)
        .catch(toast.notLoaded)
        .finally(() => setBusy(false))
    },
  }
}

const inOrder = (rows: readonly Pick<PastedRow, 'number' | 'text'>[]) =>
  rows.toSorted((one, other) => one.number - other.number)
