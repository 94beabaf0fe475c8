import { useFormat } from '../../i18n/locale.tsx'

export interface Address {
  readonly street?: string | null
  readonly city?: string | null
  readonly state?: string | null
  readonly zipCode?: string | null
  readonly country?: string | null
}

/** As it is written on an envelope. */
export function AddressLines({ address }: { address: Address | null | undefined }) {
  const { language } = useFormat()
  if (!address) return null
  const { street, zipCode, city, state, country } = address
  const place = [zipCode, city, state === city ? null : state].filter(Boolean).join(' ')
  const land = country && new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return [street, place, land].filter(Boolean).map((line) => <div key={line}>{line}</div>)
}
