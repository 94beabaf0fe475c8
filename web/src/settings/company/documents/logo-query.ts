import { queryOptions } from '@tanstack/react-query'
import { fetchApi } from '../../../api/http.ts'

export const LOGO_MAX_BYTES = 512 * 1024

/** The stored logo as an address that an image can show: an image does not send the token of the user. */
export const logoQuery = (digest: string | null) =>
  queryOptions({
    queryKey: ['settings', 'logo', digest],
    queryFn: async ({ signal }) => {
      const response = await fetchApi('/settings/logo', { signal, headers: { accept: 'image/*' } })
      return dataUrlOf(await response.blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
