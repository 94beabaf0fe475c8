import { accessResources } from '../auth/administration.ts'
import { auditChains, auditLog } from '../core/audit/audit-log.resource.ts'
import { idempotentReplies } from '../core/execution/idempotency.ts'
import { features } from '../features/features.ts'
import type { Resource } from '../model/resource.ts'
import { catalog as shippedCatalog } from '../resources/catalog.ts'
import { allocations } from '../resources/documents/open-items/allocations.resource.ts'
import { logos } from '../resources/settings/logo/logos.resource.ts'
import { numberJumps } from '../resources/settings/numbering/number-jumps.resource.ts'

/** All stored resources, of the business and of the service itself. */
export const everyResource = (catalog: readonly Resource[] = shippedCatalog): readonly Resource[] => [
  ...catalog,
  ...accessResources,
  idempotentReplies,
  auditLog,
  auditChains,
  ...features.flatMap(({ resources = [] }) => resources),
  allocations,
  logos,
  numberJumps,
]

/** The resources that roles and keys can have rights on. */
export const subjectsOf = (resources: readonly Resource[]): Resource[] => resources.filter(({ internal }) => !internal)
