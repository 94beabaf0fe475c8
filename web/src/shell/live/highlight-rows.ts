const SHOWN_MS = 4_000
/** Light enough for the text of both colour schemes. */
const COLOUR = 'rgb(250 204 21 / 10%)'

/** Marks the rows of these records for a moment, also those that are yet to be drawn, and tells how many there are. */
export function highlightRows(ids: readonly string[], onCount: (count: number) => void): void {
  const wanted = new Set(ids)
  const marked = new Set<Element>()
  const mark = () => {
    for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
      if (marked.has(row) || !wanted.has(row.dataset.row ?? '')) continue
      marked.add(row)
      row.animate([{ backgroundColor: COLOUR }, { backgroundColor: COLOUR }], SHOWN_MS)
    }
    onCount(marked.size)
  }
  const observer = new MutationObserver(mark)
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), SHOWN_MS)
  mark()
}
