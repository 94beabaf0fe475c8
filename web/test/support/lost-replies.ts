import type { Page, Route } from 'playwright-core'

/** `after`: the server has carried out the request, and its reply is lost. `before`: the request never arrives. */
export type Loss = 'before' | 'after'

/** Loses the next request with this method to an address below the API; answers whether it has happened. */
export async function loseNext(page: Page, method: string, path: RegExp, loss: Loss): Promise<() => boolean> {
  let isLost = false
  const address = new RegExp(`/api/v1${path.source}$`)
  await page.route(address, async (route: Route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    if (loss === 'after') await route.fetch()
    await route.abort('internetdisconnected')
  })
  return () => isLost
}

export const LOST = 'The connection was lost before Kontor could confirm.'
