import type { Page } from 'playwright-core'

/** Runs in the page. Each fault is a sentence that names the element. */
const MEASURE = `(() => {
  const faults = []
  const width = document.documentElement.clientWidth
  const nameOf = (element) => {
    const text = (element.getAttribute('aria-label') || element.innerText || element.value || '').trim().replace(/\\s+/g, ' ')
    return element.tagName.toLowerCase() + ' “' + text.slice(0, 40) + '”'
  }
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  /** For screen readers only: as large as a dot. */
  const isDot = ({ width, height }) => width <= 1 || height <= 1
  const all = [...document.body.querySelectorAll('*')].filter((element) => isShown(element))

  const wide = document.documentElement.scrollWidth
  if (wide > width) faults.push('the page is ' + wide + ' pixels wide')

  // Code may be scrolled, and what is typed may be longer than its field.
  const mayScroll = 'pre, code, input, textarea, [data-scrolls], [data-scrolls] *'
  for (const element of all) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.matches(mayScroll) || !element.innerText) continue
    const { overflowX, textOverflow, display } = getComputedStyle(element)
    if (overflowX === 'visible' || textOverflow === 'ellipsis' || display.startsWith('inline')) continue
    if (isDot(element.getBoundingClientRect())) continue
    const hidden = element.scrollWidth - element.clientWidth
    faults.push(nameOf(element) + ' cuts off ' + hidden + ' pixels')
  }

  /** The part of it that a parent leaves, which cuts off a long name with dots. */
  const seenOf = (element) => {
    const first = element.getClientRects()[0]
    if (!first) return undefined
    const { top, bottom, height } = first
    let { left, right } = first
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).textOverflow !== 'ellipsis') continue
      const edge = parent.getBoundingClientRect()
      left = Math.max(left, edge.left)
      right = Math.min(right, edge.right)
    }
    return { left, right, top, bottom, height, width: right - left }
  }

  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=combobox]'
  for (const element of all) {
    if (!element.matches(controls) || element.closest('[inert], [aria-hidden=true]')) continue
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const rect = seenOf(element)
    if (!rect || isDot(rect) || rect.right <= 0) continue // a link that is moved out of sight until it has the focus
    if (rect.left < -1 || rect.right > width + 1) {
      faults.push(nameOf(element) + ' reaches from ' + Math.round(rect.left) + ' to ' + Math.round(rect.right))
      continue
    }
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2]
    const found = document.elementFromPoint(x, y)
    const isSame = found && (element.contains(found) || found.contains(element) || found.closest('label, [data-with]')?.contains(element))
    if (!isSame) faults.push(nameOf(element) + ' is under ' + (found ? nameOf(found) : 'the edge of the window'))
  }
  scrollTo(0, 0)
  return [...new Set(faults)]
})()`

/** A navigation that still slides is neither open nor shut. */
const SETTLED = `Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => undefined)`

/** What is cut off, covered or outside the window, as far as a page shows it now. */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(SETTLED)
  return page.evaluate(MEASURE)
}
