import type { Context } from '../../core/action.ts'
import { type Blocker, refuseBlocked } from '../../core/problem.ts'
import { defineRules, type Rules } from '../../core/rules.ts'
import type { Stock } from '../../core/stock-actions.ts'
import type { Reads } from '../../core/store.ts'
import type { Fields } from '../../model/fields.ts'
import type { Detail } from '../../model/input.ts'
import { msg, recordsName, toldOf } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { isConcealed } from '../../model/traits.ts'
import { type Role, roles, users } from '../access.resources.ts'
import { exceedingRefusal } from '../rights.ts'

const ALL = '*'
/** Always open: lists are sorted by them, and an id tells when its record was created. */
const OPEN = ['id', 'createdAt']

/** A role is a matrix: resource by right, with the fields that stay closed. */
export function roleRules(resources: readonly Resource[]): Rules<typeof roles> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))

  function faultsOf([name, permission]: [string, Permission]): Detail[] {
    const field = `permissions.${name}`
    const closed = (['hidden', 'readOnly'] as const).flatMap((list) =>
      (permission[list] ?? []).map((path, index) => ({ path, field: `${field}.${list}[${index}]` })),
    )
    if (name === ALL) {
      return closed.map((entry) => ({
        field: entry.field,
        message: msg`Fields cannot be hidden or read-only for "*". Name the resource instead.`,
      }))
    }
    const resource = byName.get(name)
    if (!resource) {
      return [{ field, message: msg`There is no resource "${name}".${didYouMean(name, [...byName.keys()])}` }]
    }
    const known = pathsOf(fieldsOf(resource)).filter((path) => !OPEN.includes(path))
    return closed
      .filter(({ path }) => !known.includes(path))
      .map((entry) => ({
        field: entry.field,
        message: msg`${recordsName(resource)} have no field "${entry.path}" that could be hidden or read-only.${didYouMean(entry.path, known)}`,
      }))
  }

  return defineRules(roles, {
    check: ({ permissions }) => Object.entries(permissions).flatMap(faultsOf),
    derive: ({ requiresSecondFactor, secondFactorRequiredSince: since }, { now }) => ({
      secondFactorRequiredSince: requiresSecondFactor ? (since ?? now) : null,
    }),
    editable: ({ isShipped }) => [...SECOND_FACTOR, ...(isShipped ? [] : ['description', 'permissions'])],
    deletable: { field: 'isShipped', values: [false] },
    closed(role, ctx) {
      const exceeding = exceedingRole(ctx, resources, role)
      return [
        ...(role.name === ctx.actor.role ? [{ fields: ['name', 'description', 'permissions'], blocker: OWN }] : []),
        ...(exceeding ? [{ blocker: exceeding }] : []),
      ]
    },
    deletionBlocker: async (role, ctx) =>
      (await usedBlocker(ctx, role)) ?? exceedingRole(ctx, resources, role) ?? (role.isShipped ? SHIPPED : undefined),
    async changed(ctx, { after }) {
      if (after) refuseBlocked(exceedingRole(ctx, resources, after))
    },
  })
}

export const roleStock: Stock = {
  create: { sessionOnly: true, needsProof: true },
  update: {
    sessionOnly: true,
    needsProof: true,
    description:
      'Acts on the next request of every user who has it. Of a shipped role only the second factor can be changed.',
  },
  delete: { sessionOnly: true, needsProof: true },
}

const SHIPPED: Blocker = { code: 'DOCUMENT_LOCKED', text: msg`This role came with Kontor and cannot be deleted.` }

/** It gives no rights, so it can be changed on shipped roles and on the own one. */
const SECOND_FACTOR = ['requiresSecondFactor', 'secondFactorGraceDays']
const OWN: Blocker = { code: 'FORBIDDEN', text: msg`You cannot change the role that you have yourself.` }

/** A role never has more rights than the user who creates, changes or deletes it. */
function exceedingRole({ actor }: Context<Reads>, resources: readonly Resource[], role: Role): Blocker | undefined {
  return exceedingRefusal(
    role.permissions,
    actor.permissions,
    resources,
    msg`The role "${toldOf(roles, role)('name')}"`,
  )
}

async function usedBlocker({ records }: Context<Reads>, { name }: Role): Promise<Blocker | undefined> {
  const user = await records.find(users, { role: name })
  if (!user) return undefined
  const message = msg`The role "${name}" is used by ${toldOf(users, user)('name')} and perhaps by others. Give these users another role first.`
  return { code: 'RESOURCE_IN_USE', text: message, reveals: ['users.role'] }
}

function pathsOf(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, { options }]) =>
    isConcealed({ options })
      ? []
      : [prefix + name, ...(options.fields ? pathsOf(options.fields, `${prefix}${name}.`) : [])],
  )
}
