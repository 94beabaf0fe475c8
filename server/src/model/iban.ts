import { COUNTRY_CODES } from './country/countries.ts'
import { type Message, msg } from './message.ts'

const FORM = /^([A-Z]{2})(\d{2})[A-Z0-9]{11,30}$/
const MODULUS = 97n
/** Letters count as two digits: A is 10, Z is 35. */
const RADIX = 36

/** ISO 7064: with the first four characters moved to its end, the number leaves 1. */
function hasRightDigits(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, RADIX)))
  return BigInt(digits) % MODULUS === 1n
}

/** Why it is no IBAN, as the end of a sentence; undefined if it is one. Expects capitals without blanks. */
export function ibanFault(iban: string): Message | undefined {
  const [, country, check] = FORM.exec(iban) ?? []
  if (!country || !COUNTRY_CODES.has(country)) return msg`must be an IBAN such as DE89 3704 0044 0532 0130 00`
  // 00, 01 and 99 leave 1 as well as the right digits do, but are never issued.
  const isIssued = Number(check) >= 2 && Number(check) <= 98
  if (isIssued && hasRightDigits(iban)) return undefined
  return msg`must be an IBAN: its check digits do not match, so a character is wrong or missing`
}

/** In groups of four, as it is printed. */
export const ibanText = (iban: string): string => iban.replace(/.{4}(?=.)/g, '$& ')
