import type { Values } from './form-values.ts'

/** Nothing is sent for what was left empty: the server fills it. */
export const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
