/** How often a random test tries: in the full run (`npm test -- --all`) as often as given, otherwise a tenth of it. */
export const triesOf = (full: number): number => (process.env.KONTOR_TEST_FULL ? full : Math.ceil(full / 10))
