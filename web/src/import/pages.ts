import type { Page } from '../ui/page.ts'

export const importPages: readonly Page[] = []
