// Preloaded into a process: its clock differs from the true one by CLOCK_SHIFT_MS.
const shift = Number(process.env.CLOCK_SHIFT_MS)
if (shift !== 0) {
  const TrueDate = Date
  globalThis.Date = class extends TrueDate {
    constructor(...parameters) {
      if (parameters.length === 0) super(TrueDate.now() + shift)
      else super(...parameters)
    }

    static now() {
      return TrueDate.now() + shift
    }
  }
}
