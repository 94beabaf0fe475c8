/** Without signs that look alike: it may be read aloud. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 20
const GROUP = 5

/** Four groups of five signs: 99 bits. */
export function newPassword(): string {
  const signs: string[] = []
  while (signs.length < LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Whole multiples only, else the first signs would come more often.
    if (byte < 256 - (256 % SIGNS.length)) signs.push(SIGNS[byte % SIGNS.length]!)
  }
  return Array.from({ length: LENGTH / GROUP }, (_, index) =>
    signs.slice(index * GROUP, (index + 1) * GROUP).join(''),
  ).join('-')
}
