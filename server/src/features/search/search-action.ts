import { type Actor, authorise, covers, type Guarded, mayRead, permissionFor } from '../../core/access.ts'
import { readAction } from '../../core/action.ts'
import type { Found, LookUp } from '../../core/lists/look-up.ts'
import { searchFieldsOf } from '../../core/lists/parse-list.ts'
import type { Entry } from '../../core/rules.ts'
import { choice, group, integer, list, quantity, text } from '../../model/fields.ts'
import { defineResource, type Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { scoreOf, type Wanted, wantedBy } from '../../model/search/score.ts'
import { spaced } from '../../model/search/words.ts'

const LIMIT = 20
export const LIMIT_MAX = 100
export const QUERY_MAX = 200
/** The number of candidates of a resource that are scored in each tier. */
const BREADTH = 64
/** Candidates that match only in hidden fields must not displace the others. */
const BREADTH_OF_PARTIAL = 1000

/** Not stored: the search over all resources. */
const search = defineResource({
  name: 'search',
  singular: 'hit',
  idPrefix: 'hit',
  title: 'name',
  description: 'One search over everything that has a name or a number.',
  internal: true,
  fields: { name: text() },
})

interface Hit {
  readonly type: string
  readonly id: string
  readonly name: string | null
  readonly code: string | null
  readonly status: string | null
  readonly score: number
}

const hitFields = group(
  {
    id: text({ required: true }),
    name: text({ example: 'Hexagon bolt M8 × 40' }),
    score: quantity({
      required: true,
      min: 0,
      max: 1,
      example: 0.9338,
      description: 'From 0 to 1; 1: the name or the code is exactly this.',
    }),
    type: text({ required: true, description: 'The kind of record.' }),
    code: text({ example: 'BOLT-M8' }),
    status: text({ example: 'active' }),
  },
  { typeName: 'Hit' },
)

/** `GET /search` over all resources that declare what a hit of theirs shows. */
export function searchEntry(resources: readonly Resource[]): Entry {
  const searchable = resources.filter(({ hit }) => hit)
  const names = searchable.map(({ name }) => name)
  const action = readAction({
    name: 'search',
    method: 'GET',
    path: '',
    summary: 'Search everywhere',
    description:
      'Case, accents and small misspellings do not matter. Each kind that was asked for is there, with an empty list if nothing was found.',
    access: 'signed-in',
    scope: 'read',
    status: 200,
    query: {
      q: text({ required: true, max: QUERY_MAX, example: 'bolt', description: 'What to look for.' }),
      types: list(choice(names), {
        description: 'Kinds of records, separated by commas; all that you may read if left out.',
      }),
      limit: integer({
        default: LIMIT,
        min: 1,
        description: `How many hits at most, over all kinds. More than ${LIMIT_MAX} is served as ${LIMIT_MAX}.`,
      }),
    },
    output: group(Object.fromEntries(names.map((name) => [name, list(hitFields, { maybe: true })]))),
    async run({ actor, records }, { input }) {
      const { q, types, limit } = input as { q: string; types: readonly string[]; limit: number }
      const kinds = kindsFor(actor, searchable, types)
      const wanted = wantedBy(q)
      const most = Math.min(limit, LIMIT_MAX)
      const hits = await records.lookUp(wanted, (lookUp) => hitsOf(lookUp, actor, kinds, wanted, most))
      const best = hits.sort(byScore).slice(0, most)
      return { data: Object.fromEntries(kinds.map(({ name }) => [name, best.filter(({ type }) => type === name)])) }
    },
  })
  return { resource: search, path: 'search', actions: [action], tool: 'search' }
}

/** Each tier scores higher than the next: with enough hits the search stops. */
async function hitsOf(lookUp: LookUp, actor: Actor, kinds: readonly Resource[], wanted: Wanted, most: number) {
  const hits: Hit[] = []
  for (let tier = 0; tier < lookUp.tiers && hits.length < most; tier++) {
    for (const kind of kinds) {
      const { hidden } = permissionFor(actor, kind)
      const found = await lookUp.among(kind, tier, breadthOf(kind, hidden, most))
      hits.push(...found.flatMap((record) => hitsFrom(kind, wanted, record, hidden)))
    }
  }
  return hits
}

type Hidden = Permission['hidden']

const READ: Guarded = { method: 'GET', access: 'read' }

/** A resource that was named must be allowed; others are left out if they are not. */
function kindsFor(actor: Actor, searchable: readonly Resource[], types: readonly string[]): Resource[] {
  if (types.length === 0) return searchable.filter((resource) => mayRead(actor, resource))
  const asked = searchable.filter(({ name }) => types.includes(name))
  for (const resource of asked) authorise(actor, resource, READ)
  return asked
}

const breadthOf = (kind: Resource, hidden: Hidden, most: number): number =>
  hidden && searchFieldsOf(kind).some((field) => covers(hidden, field)) ? BREADTH_OF_PARTIAL : Math.max(BREADTH, most)

/** A hidden field must not be searched. */
function hitsFrom({ hit, name: type }: Resource, wanted: Wanted, record: Found, hidden: Hidden): Hit[] {
  const texts = Object.entries(record.texts).filter(([field]) => !covers(hidden, field))
  const names = texts.filter(([field]) => field === hit!.name || field === hit!.code).map(([, value]) => spaced(value))
  const score = scoreOf(
    wanted,
    names,
    texts.map(([, value]) => value),
  )
  if (score === 0) return []
  const shown = (field: string | undefined, value: string | null) => (field && !covers(hidden, field) ? value : null)
  const name = shown(hit!.name, record.name)
  return [
    { id: record.id, name, score, type, code: shown(hit!.code, record.code), status: shown('status', record.status) },
  ]
}

/** The best first; of equals the newest, and resources in alphabetical order. */
function byScore(a: Hit, b: Hit): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.type !== b.type) return a.type < b.type ? -1 : 1
  return a.id < b.id ? 1 : -1
}
