import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { target } from './links.tsx'

const isControl = (event: MouseEvent) => (event.target as Element).closest('a, button, input, label') !== null

/** A click anywhere on a row or card opens its record; the controls on it keep their own effect. */
export function useRowOpening(href: string | undefined): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    if (!href || isControl(event) || String(window.getSelection()) !== '') return
    if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(href, '_blank')
    else if (event.button === 0) void navigate(target(href) as never)
  }
}
