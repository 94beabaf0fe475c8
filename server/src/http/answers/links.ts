import type { Paging } from '../../core/command.ts'
import type { Pair } from '../../core/lists/parse-list.ts'

/** The Link header (RFC 8288): where the neighbouring pages are. */
export function linksFor(address: string, pairs: readonly Pair[], { page, totalPages, nextCursor }: Paging): string {
  const rest = pairs.filter(([name]) => name !== 'page' && name !== 'cursor')
  const kept = new URLSearchParams(rest.map(([name, value]) => [name, value])).toString()
  const link = (relation: string, extra = '') => {
    const query = kept && extra ? `${kept}&${extra}` : kept || extra
    return `<${address}${query && `?${query}`}>; rel="${relation}"`
  }
  const at = (relation: string, number: number) => link(relation, `page=${number}`)
  const links: string[] = []
  if (page === undefined) {
    if (nextCursor) links.push(link('next', `cursor=${nextCursor}`))
    links.push(link('first'))
  } else {
    if (nextCursor) links.push(at('next', page + 1))
    if (page > 1) links.push(at('prev', page - 1))
    links.push(at('first', 1))
    if (totalPages) links.push(at('last', totalPages))
  }
  return links.join(', ')
}
