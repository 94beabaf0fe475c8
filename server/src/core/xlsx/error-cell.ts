/** Stands before the code of an error, such as #REF!, in the cell of a formula that failed. No keyboard has it. */
const MARK = '\uE0F0'
const MARK_IN_XML = `&#${MARK.charCodeAt(0)};`

const ERROR_CELL = /<((?:\w+:)?)c\b([^>]*?)\st=(["'])e\3([^>]*)>((?:(?!<\/\1c>)[\s\S])*?)<\1v>([^<]*)<\/\1v>/g

/** The XML of a sheet, with failed formulas as marked texts: the library that reads it would take them for empty cells. */
export const withErrorTexts = (xml: string): string =>
  xml.replace(
    ERROR_CELL,
    (_cell, prefix, before, quote, after, inner, code) =>
      `<${prefix}c${before} t=${quote}str${quote}${after}>${inner}<${prefix}v>${MARK_IN_XML}${code}</${prefix}v>`,
  )

/** The code of the error, if the cell has one. */
export const errorIn = (cell: string): string | undefined =>
  cell.startsWith(MARK) ? cell.slice(MARK.length) : undefined

/** The text of a cell as a spreadsheet shows it. */
export const shownText = (cell: string): string => errorIn(cell) ?? cell
