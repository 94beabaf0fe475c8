const KEPT_AS = 'kontor.reloaded-at'
const PAUSE_MS = 60_000

/**
 * When the server has been updated, the files that this page would still fetch are gone: it is loaded anew. Whoever has
 * something unsaved is asked by his browser first.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEPT_AS))
    if (!navigator.onLine || Date.now() - last < PAUSE_MS) return
    sessionStorage.setItem(KEPT_AS, String(Date.now()))
    window.location.reload()
  })
}
