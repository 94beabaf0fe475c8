import { addressLines, type WrittenAddress } from '../../../../../server/src/model/country/address.ts'
import { useFormat } from '../../../i18n/locale.tsx'

export type Address = WrittenAddress

/** As it is written on an envelope, and printed. */
export function AddressLines({ address }: { address: Address | null | undefined }) {
  const { language } = useFormat()
  if (!address) return null
  const { country } = address
  const land = country && new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return [...addressLines(address), ...(land ? [land] : [])].map((line) => <div key={line}>{line}</div>)
}
