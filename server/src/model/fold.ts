/** Text as it is compared when case and accents do not matter: "Ünïcode ﬁ" becomes "unicode fi". */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Text as it is compared where only case does not matter, such as a code that must be unique. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC')

export const wordsOf = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]
