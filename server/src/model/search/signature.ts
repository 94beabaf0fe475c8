const BITS = 47 // with a sign, six bytes
const BITS_OF_WORD = 3
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * A Bloom filter of three bits for each word. A record with all words has all their bits; of records with seven words, one
 * in twenty has the bits of a word that it lacks.
 */
export function signatureOf(words: Iterable<string>): number {
  const bits = new Set<number>()
  for (const word of words) {
    for (let rest = hashOf(word), bit = 0; bit < BITS_OF_WORD; bit++, rest = Math.floor(rest / BITS))
      bits.add(rest % BITS)
  }
  let signature = 0
  for (const bit of bits) signature += 2 ** bit
  return signature
}

/** FNV-1a. It is stored: when it changes, the index has to be built again. */
function hashOf(word: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}
