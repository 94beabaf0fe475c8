import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { FilterEditorProps } from './filter-editor.tsx'

const FilterForm = lazyPart(() => import('./filter-editor.tsx').then((module) => module.FilterForm))

/** Calendars and pickers are loaded with the first filter. */
export const FilterEditor = (props: FilterEditorProps) => (
  <Suspense fallback={<Skeleton h={80} />}>
    <FilterForm {...props} />
  </Suspense>
)
