/** The entries of a comma-separated list. */
export const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const SECRET_LENGTH_MIN = 32

export function secret(text: string): string {
  if (text.length < SECRET_LENGTH_MIN) throw new Error(`must have at least ${SECRET_LENGTH_MIN} characters.`)
  return text
}

/** A secret may itself contain commas, so the whole text counts as one too. */
export function secrets(text: string): readonly string[] {
  if (text === '') return []
  const parts = listIn(text)
  return [...new Set([secret(text), ...(parts.length > 1 ? parts.filter(isLongEnough) : [])])]
}

const isLongEnough = (text: string) => text.length >= SECRET_LENGTH_MIN

const METRICS_TOKEN_MIN = 16

export function metricsToken(text: string): string {
  if (!/^[\w.~+/=-]+$/.test(text) || text.length < METRICS_TOKEN_MIN)
    throw new Error(`must have at least ${METRICS_TOKEN_MIN} characters: letters, digits and . _ ~ + / = -`)
  return text
}
