import type { ComponentType } from 'react'
import { withWords } from '../../i18n/i18n.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** A part in a chunk of its own, with the words of users, roles, keys, apps and the audit log. */
export const accessPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPart(() => withWords('access', load()))
