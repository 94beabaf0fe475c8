/** Goes to a cell and selects what is in it, so that typing replaces it. The cell must be on the page already. */
export function focusCell(place: HTMLElement | null, key: number, name: string): void {
  const input = place?.querySelector<HTMLInputElement>(`[data-cell="${key}.${name}"]`)
  input?.focus()
  input?.select()
}

/** Which cell an element is: the key of its line, and its name. */
export function cellOf(element: EventTarget | null): { readonly key: number; readonly name: string } | undefined {
  const cell = element instanceof HTMLElement ? element.dataset.cell : undefined
  const [key, name] = cell?.split('.') ?? []
  return key && name ? { key: Number(key), name } : undefined
}
