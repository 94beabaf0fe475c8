import { queryOptions, useQuery } from '@tanstack/react-query'
import { http } from '../../../api/http.ts'
import { fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { stageOf } from '../../../api/stages.ts'
import { LINES } from '../document-kind.ts'

export interface LastPrice {
  readonly rate: number
  readonly date: string
}

type LastPrices = ReadonlyMap<string, LastPrice>

const NONE: LastPrices = new Map()
const DOCUMENTS = 25
const GROSS = 'pricesIncludeTax'

/** Prices in the latest documents of a party. Drafts and cancelled documents do not count. */
function lastPricesQuery(resource: Resource, party: string, date: string, isGross: boolean, id: string) {
  const { path } = resource
  const statuses = resource.statuses.filter((status) => ['open', 'done'].includes(stageOf(resource, status) ?? ''))
  return queryOptions({
    queryKey: [path, 'last-prices', id, isGross],
    queryFn: async ({ signal }): Promise<LastPrices> => {
      const filter = `${party}=${id}${statuses.length > 0 ? `&status[in]=${statuses.join(',')}` : ''}`
      const fields = [date, LINES, ...(fieldOf(resource, GROSS) ? [GROSS] : [])]
      const query = `${filter}&sort=${date}&order=desc&perPage=${DOCUMENTS}&includeTotal=false&fields=${fields}`
      return pricesIn((await http<readonly Row[]>(`/${path}?${query}`, { signal })).data, date, isGross)
    },
  })
}

/** The newest document with an item decides. A net price says nothing of a gross one. */
export function pricesIn(documents: readonly Row[], date: string, isGross: boolean): LastPrices {
  const prices = new Map<string, LastPrice>()
  for (const document of documents.filter((one) => (one[GROSS] ?? false) === isGross))
    for (const { item, rate } of document[LINES] as readonly Row[])
      if (typeof rate === 'number' && !prices.has(item as string))
        prices.set(item as string, { rate, date: String(document[date]) })
  return prices
}

export function useLastPrices(
  resource: Resource,
  party: string,
  date: string,
  isGross: boolean,
  id: string | null,
): LastPrices {
  const isKnown = [party, date, LINES].every((name) => fieldOf(resource, name))
  const enabled = id !== null && isKnown
  const { data = NONE } = useQuery({ ...lastPricesQuery(resource, party, date, isGross, id ?? ''), enabled })
  return data
}
