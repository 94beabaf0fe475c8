/** The terminal sequence that clears the rest of the line. */
const REST_OF_LINE = '\x1b[K'
const REDRAWN_EVERY_MS = 100
const TOLD_EVERY_MS = 5000
const BAR_WIDTH = 24

/** Where it is shown. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** The progress of one job: a bar that is redrawn on a terminal, elsewhere a line every few seconds. */
export class ProgressLine {
  readonly #screen: Screen
  readonly #title: string
  readonly #wanted: number
  readonly #clock: () => number
  readonly #begun: number
  #shownAt: number

  constructor(screen: Screen, title: string, wanted: number, clock: () => number = Date.now) {
    this.#screen = screen
    this.#title = title
    this.#wanted = wanted
    this.#clock = clock
    this.#begun = clock()
    this.#shownAt = screen.isTTY ? 0 : this.#begun
  }

  reached(made: number): void {
    const [now, isTerminal] = [this.#clock(), this.#screen.isTTY]
    if (now - this.#shownAt < (isTerminal ? REDRAWN_EVERY_MS : TOLD_EVERY_MS)) return
    this.#shownAt = now
    const state = `${grouped(made)} of ${grouped(this.#wanted)}${made > 0 ? `, ${this.#rate(made)}` : ''}`
    this.#screen.write(
      isTerminal
        ? `\r${this.#title.padEnd(9)} ${barOf(made / this.#wanted)} ${state}${REST_OF_LINE}`
        : `${this.#title}: ${state}\n`,
    )
  }

  /** Clears the bar; returns the result in one sentence. */
  end(made: number): string {
    if (this.#screen.isTTY) this.#screen.write(`\r${REST_OF_LINE}`)
    const seconds = (this.#elapsed() / 1000).toLocaleString('en', { maximumFractionDigits: 1 })
    return `Created ${grouped(made)} ${this.#title} in ${seconds} s (${this.#rate(made)}).`
  }

  #rate(made: number): string {
    return `${grouped(Math.round((made * 1000) / this.#elapsed()))}/s`
  }

  #elapsed(): number {
    return Math.max(1, this.#clock() - this.#begun)
  }
}

function barOf(share: number): string {
  const full = Math.round(share * BAR_WIDTH)
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`
}

const grouped = (count: number) => count.toLocaleString('en')
