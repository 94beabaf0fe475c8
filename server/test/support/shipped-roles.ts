import { everyResource, subjectsOf } from '../../src/app/every-resource.ts'
import { administrationOf } from '../../src/auth/administration.ts'
import { shippedRolesOf } from '../../src/auth/shipped-roles.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { registryOf } from '../../src/resources/registry.ts'

/** The shipped roles with all rights that the resources declare for them. */
export const shippedRoles = shippedRolesOf([
  ...registryOf(catalog),
  ...administrationOf(subjectsOf(everyResource(catalog))),
])
