import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A component in a chunk of its own: `lazyPart(() => import('./big.tsx').then(({ Big }) => Big))`. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await load() }))
