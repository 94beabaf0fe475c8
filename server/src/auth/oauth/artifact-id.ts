import { hash } from 'node:crypto'

/** Tokens, codes and cookies are random, so a fast digest protects them as well as a slow one. */
export const artifactId = (model: string, id: string): string => `oar_${hash('sha256', `${model}\n${id}`).slice(0, 48)}`
