const LONE_OR_CONTROL = /[[\p{Cs}\p{Cc}]--[\t\n\r]]/v

/** Whether it is free of characters that no text may hold: NUL and its like break other software, lone surrogates are not text. */
export const isPlainText = (value: string): boolean => !LONE_OR_CONTROL.test(value)
