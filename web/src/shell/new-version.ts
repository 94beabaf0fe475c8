const KEPT_AS = 'kontor.reloaded-at'
const PAUSE_MS = 60_000

/**
 * After an update of the server, files that this page would still load are gone: the page is reloaded. If there are
 * unsaved changes, the browser asks the user first.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEPT_AS))
    if (!navigator.onLine || Date.now() - last < PAUSE_MS) return
    sessionStorage.setItem(KEPT_AS, String(Date.now()))
    window.location.reload()
  })
}
