import { permissionOn } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { Problem, refuseFaults } from '../../core/problem.ts'
import { defineRules } from '../../core/rules.ts'
import type { Detail } from '../../model/input.ts'
import { didYouMean } from '../../model/nearest.ts'
import type { Resource } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'
import { roles, users } from '../access.resources.ts'
import { isNetwork } from '../network.ts'
import { refuseExceeding } from '../rights.ts'
import { later } from '../sessions.ts'
import { type ApiKey, apiKeys, apiKeyUses, KEY_DAYS, KEY_DAYS_MAX } from './api-keys.resource.ts'

const DAY_MS = 86_400_000

export const apiKeyRules = defineRules(apiKeys, {
  derive: ({ expiresAt, owner }, { now, actor }) => ({
    expiresAt: expiresAt ?? later(now, KEY_DAYS * DAY_MS),
    ...(owner || !actor.userId ? {} : { owner: actor.userId }),
  }),
  check: ({ allowedIps, scopes, resources }) => [
    ...allowedIps.flatMap((entry, index) =>
      isNetwork(entry)
        ? []
        : [{ field: `allowedIps[${index}]`, message: `"${entry}" is no address and no network such as 10.0.0.0/8.` }],
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
})

const beyond = (field: string, some: readonly Scope[], all: readonly Scope[]): Detail[] =>
  some
    .filter((scope) => !all.includes(scope))
    .map((scope) => ({ field, message: `The key itself does not have the scope "${scope}".` }))

/** A key never opens more than its maker could open himself, nor for longer than a year. */
export async function refuseUnfit(ctx: Context, known: readonly Resource[], key: ApiKey): Promise<void> {
  refuseFaults([...expiryFaults(ctx.now, key), ...nameFaults(known, key)])
  refuseWider(ctx, key)
  await refuseFurther(ctx, key)
  await refuseForeignOwner(ctx, known, key)
}

function expiryFaults(now: string, { expiresAt }: ApiKey): Detail[] {
  if (expiresAt <= now) return [{ field: 'expiresAt', message: 'The key must expire in the future.' }]
  if (expiresAt <= later(now, KEY_DAYS_MAX * DAY_MS)) return []
  return [{ field: 'expiresAt', message: `The key must expire within ${KEY_DAYS_MAX} days.` }]
}

function nameFaults(known: readonly Resource[], { resources }: ApiKey): Detail[] {
  const names = known.map(({ name }) => name)
  return Object.keys(resources ?? {})
    .filter((name) => !names.includes(name))
    .map((name) => ({
      field: `resources.${name}`,
      message: `There is no resource "${name}".${didYouMean(name, names)}`,
    }))
}

function refuseWider({ actor }: Context, { scopes, resources }: ApiKey): void {
  const isAdministrator = permissionOn(actor.permissions, apiKeys).can.includes('manage')
  const tooMuch = scopes.find((scope) => !actor.scopes.includes(scope) || (scope === 'admin' && !isAdministrator))
  if (tooMuch) throw new Problem('FORBIDDEN', { message: `You cannot give a key the scope "${tooMuch}".` })
  const { narrowedTo } = actor
  if (!narrowedTo) return
  const isWithin = Object.entries(resources ?? { '*': [] }).every(([name, some]) =>
    some.every((scope) => narrowedTo[name]?.includes(scope)),
  )
  if (!resources || !isWithin) {
    throw new Problem('FORBIDDEN', { message: 'A key that is good for some resources only cannot make a wider one.' })
  }
}

/** A key that is tied to addresses must not untie itself by making another. */
async function refuseFurther({ actor, records }: Context, { allowedIps }: ApiKey): Promise<void> {
  if (actor.credential?.kind !== 'key') return
  const { allowedIps: own } = await records.get(apiKeys, actor.credential.id)
  const isWithin = allowedIps.length > 0 && allowedIps.every((entry) => own.includes(entry))
  if (own.length === 0 || isWithin) return
  throw new Problem('FORBIDDEN', {
    message: `A key that may be used from ${own.join(', ')} only cannot make or change one for other addresses.`,
  })
}

async function refuseForeignOwner({ actor, records }: Context, known: readonly Resource[], { owner }: ApiKey) {
  const user = await records.find(users, { id: owner })
  if (!user?.isActive) refuseFaults([{ field: 'owner', message: 'The owner must be an active user.' }])
  if (owner === actor.userId) return
  if (!permissionOn(actor.permissions, users).can.includes('manage')) {
    throw new Problem('FORBIDDEN', { message: 'Only an administrator can make a key for somebody else.' })
  }
  const role = await records.find(roles, { name: user!.role })
  refuseExceeding(role?.permissions ?? {}, actor.permissions, known, `The role "${user!.role}" of the owner`)
}
