import { type Icon, IconTable } from '@tabler/icons-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../api/resources.ts'
import { useResources } from '../api/use-resources.tsx'
import { useLabels } from '../i18n/locale.tsx'
import { pages } from '../pages.ts'
import { type Customisation, type Customisations, CustomisationsContext } from '../screens/customisation.ts'
import { NAVIGATION_GROUPS, type NavigationGroup } from '../ui/page.ts'

export interface Destination {
  readonly href: string
  readonly label: string
  readonly icon: Icon
  readonly group: NavigationGroup | undefined
}

/** The navigation: the pages, and a list for each resource that the user may read. */
export function useDestinations(): readonly Destination[] {
  const { t } = useTranslation()
  const labels = useLabels()
  const resources = useResources()
  const customisations = useContext(CustomisationsContext)
  const own = pages
    .filter(({ isFor }) => isFor?.(resources) ?? true)
    .map(({ path, name, icon, group }) => ({ href: path, label: t(name), icon, group }))
  const lists = listed(resources, customisations).map((resource) => ({
    href: `/${resource.path}`,
    label: labels.many(resource),
    icon: customisations[resource.name]?.icon ?? IconTable,
    group: groupOf(resource, customisations),
  }))
  return [...own, ...lists]
}

/** Records that can be created from anywhere. */
export function useCreatable(): readonly Destination[] {
  const labels = useLabels()
  const resources = useResources()
  const customisations = useContext(CustomisationsContext)
  return listed(resources, customisations)
    .filter((resource) => allows(resource, 'create'))
    .map((resource) => ({
      href: `/${resource.path}/new`,
      label: labels.one(resource),
      icon: customisations[resource.name]?.icon ?? IconTable,
      group: groupOf(resource, customisations),
    }))
}

/** In the order of the registry; what it does not know comes last. */
function listed(resources: readonly Resource[], customisations: Customisations): readonly Resource[] {
  const order = Object.keys(customisations)
  const place = ({ name }: Resource) => (order.includes(name) ? order.indexOf(name) : order.length)
  return resources
    .filter((resource) => allows(resource, 'list') && isShown(customisations[resource.name], resources))
    .toSorted((one, other) => place(one) - place(other))
}

const isShown = ({ isUnlisted, isFor }: Customisation = {}, resources: readonly Resource[]) =>
  !isUnlisted && (isFor?.(resources) ?? true)

const groupOf = ({ name, administrative }: Resource, customisations: Customisations): NavigationGroup =>
  customisations[name]?.group ?? (administrative ? 'administration' : 'other')

export const byGroup = (destinations: readonly Destination[]) =>
  NAVIGATION_GROUPS.map((group) => ({ group, inside: destinations.filter((one) => one.group === group) })).filter(
    ({ inside }) => inside.length > 0,
  )
