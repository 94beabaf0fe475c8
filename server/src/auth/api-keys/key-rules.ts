import { permissionOn } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { Problem, refusalOf, refuseBlocked, refuseFaults } from '../../core/problem.ts'
import { defineRules, type Rules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import type { Detail } from '../../model/input.ts'
import { msg, toldOf } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import type { Resource } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'
import { later } from '../../model/text.ts'
import { roles, users } from '../access.resources.ts'
import { isNetwork } from '../network.ts'
import { exceedingRefusal } from '../rights.ts'
import { type ApiKey, apiKeys, apiKeyUses, KEY_DAYS, KEY_DAYS_MAX } from './api-keys.resource.ts'

const DAY_MS = 86_400_000

export const apiKeyRules = (known: readonly Resource[]): Rules<typeof apiKeys> =>
  defineRules(apiKeys, {
    derive: ({ expiresAt, owner }, { now, actor }) => ({
      expiresAt: expiresAt ?? later(now, KEY_DAYS * DAY_MS),
      ...(owner || !actor.userId ? {} : { owner: actor.userId }),
    }),
    check: ({ allowedIps, scopes, resources }) => [
      ...allowedIps.flatMap((entry, index) =>
        isNetwork(entry)
          ? []
          : [
              {
                field: `allowedIps[${index}]`,
                message: msg`"${entry}" is neither an IP address nor a network such as 10.0.0.0/8.`,
              },
            ],
      ),
      ...Object.entries(resources ?? {}).flatMap(([name, some]) => beyond(`resources.${name}`, some, scopes)),
    ],
    async compute({ records }, keys) {
      const uses = await records.getMany(
        apiKeyUses,
        keys.map(({ id }) => id),
      )
      return keys.map(({ id }) => {
        const { lastUsedAt = null, lastUsedIp = null, useCount = 0 } = uses.get(id) ?? {}
        return { lastUsedAt, lastUsedIp, useCount }
      })
    },
    async closed(key, ctx) {
      const blocker = await refusalOf(() => refuseForeignOwner(ctx, known, key))
      return blocker ? [{ blocker }] : []
    },
    async changed(ctx, { after }) {
      if (after) await refuseUnfit(ctx, known, after)
    },
  })

const beyond = (field: string, some: readonly Scope[], all: readonly Scope[]): Detail[] =>
  some
    .filter((scope) => !all.includes(scope))
    .map((scope) => ({ field, message: msg`The key itself does not have the scope "${scope}".` }))

/** A key never opens more than the person who makes or changes it may do, nor for longer than a year. */
async function refuseUnfit(ctx: Context, known: readonly Resource[], key: ApiKey): Promise<void> {
  refuseFaults([...expiryFaults(ctx.now, key), ...nameFaults(known, key)])
  await refuseUnauthorised(ctx, known, key)
}

/** What the actor may not hand out, whatever else the key says. */
export async function refuseUnauthorised(ctx: Context<Reads>, known: readonly Resource[], key: ApiKey): Promise<void> {
  refuseWider(ctx, key)
  const owner = await ctx.records.find(users, { id: key.owner })
  if (!owner?.isActive) refuseFaults([{ field: 'owner', message: msg`The owner must be an active user.` }])
  await refuseForeignOwner(ctx, known, key)
}

function expiryFaults(now: string, { expiresAt }: ApiKey): Detail[] {
  if (expiresAt <= now) return [{ field: 'expiresAt', message: msg`The key must expire in the future.` }]
  if (expiresAt <= later(now, KEY_DAYS_MAX * DAY_MS)) return []
  return [{ field: 'expiresAt', message: msg`The key must expire within ${KEY_DAYS_MAX} days.` }]
}

function nameFaults(known: readonly Resource[], { resources }: ApiKey): Detail[] {
  const names = known.map(({ name }) => name)
  return Object.keys(resources ?? {})
    .filter((name) => !names.includes(name))
    .map((name) => ({
      field: `resources.${name}`,
      message: msg`There is no resource "${name}".${didYouMean(name, names)}`,
    }))
}

/** A session carries every scope, so `admin` is the only one that the role of the person may not give. */
function refuseWider({ actor }: Context<Reads>, { scopes }: ApiKey): void {
  const isAdministrator = permissionOn(actor.permissions, apiKeys).can.includes('manage')
  if (isAdministrator || !scopes.includes('admin')) return
  throw new Problem('FORBIDDEN', { text: msg`Your role cannot give a key the scope "admin".` })
}

/** Refuses a user who may not act for the owner of a key. On a change it holds for the owner before and after. */
async function refuseForeignOwner({ actor, records }: Context<Reads>, known: readonly Resource[], { owner }: ApiKey) {
  if (owner === actor.userId) return
  if (!permissionOn(actor.permissions, users).can.includes('manage')) {
    throw new Problem('FORBIDDEN', { text: msg`Only an administrator can make or change a key of another user.` })
  }
  const user = await records.get(users, owner)
  const { permissions = {} } = (await records.find(roles, { name: user.role })) ?? {}
  const what = msg`The role "${toldOf(users, user)('role')}" of the owner`
  refuseBlocked(exceedingRefusal(permissions, actor.permissions, known, what))
}
