import { fetchApi } from './http.ts'

/** Opens a file of the API in a new tab. The tab is opened at once: later, browsers would block it as a popup. */
export async function openPdf(path: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const response = await fetchApi(path, { headers: { accept: 'application/pdf' } })
    const address = URL.createObjectURL(await response.blob())
    if (tab) tab.location.href = address
    else window.location.assign(address)
  } catch (error) {
    tab?.close()
    throw error
  }
}
