/** Written like `2026-03-14 21:00:00`; the Swedish way of writing it is that. */
const clockOf = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
  })

/** What the clocks of a time zone show at an instant; undefined is where the browser is. */
export const timeIn = (timeZone: string | undefined, instant: string): string =>
  clockOf(timeZone).format(new Date(instant))

/** When the clocks of a time zone show this. An hour that is left out in spring is taken for the one after it. */
export function instantOf(timeZone: string | undefined, time: string): string {
  const shown = Date.parse(`${time.replace(' ', 'T')}Z`)
  const clock = clockOf(timeZone)
  const offsetAt = (ms: number) => Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`) - ms
  const near = shown - offsetAt(shown)
  return new Date(shown - offsetAt(near)).toISOString()
}
