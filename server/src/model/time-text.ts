let latest = 0
let text = new Date(latest).toISOString()

/** Milliseconds since 1970 as text. Writing a time out is dear, and many ask for it in the same millisecond. */
export function timeText(milliseconds: number): string {
  if (milliseconds !== latest) {
    latest = milliseconds
    text = new Date(milliseconds).toISOString()
  }
  return text
}
