/** The small sigma at the end of a word is the same letter as elsewhere, but lower-casing keeps it apart. */
const lower = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** Text as it is compared when case and accents do not matter: "Ünïcode ﬁ" becomes "unicode fi". */
export const fold = (text: string): string => lower(text.normalize('NFKD').replace(/\p{M}+/gu, ''))

/** Text as it is compared where only case does not matter, such as a code that must be unique. */
export const foldCase = (text: string): string => lower(text.normalize('NFC')).normalize('NFC')

export const wordsOf = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]
