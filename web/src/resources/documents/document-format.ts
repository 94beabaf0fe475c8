import { useMemo } from 'react'
import type { Row } from '../../api/resources.ts'
import { createFormat, type Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/locale.tsx'

/** A document keeps the currency that it was written in, whatever the company's is now. */
export function useDocumentFormat({ currency }: Row): Format {
  const usual = useFormat()
  const own = typeof currency === 'string' ? currency : usual.currency
  return useMemo(() => (own === usual.currency ? usual : createFormat(usual.locale, own)), [own, usual])
}
