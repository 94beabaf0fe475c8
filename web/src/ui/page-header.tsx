import { Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from './links.tsx'
import classes from './page-header.module.css'

export interface Crumb {
  readonly label: string
  readonly href: string
}

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  /** Where this page is found, from the top. */
  readonly trail?: readonly Crumb[]
  /** Beside the title: a status. */
  readonly badge?: ReactNode
  /** What can be done here; the most important last. */
  readonly children?: ReactNode
}

const ACTIONS = 'page-actions'

/** The main button of a form below the header: it is shown at the end of the header, where every form has it. */
export function HeaderAction({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(ACTIONS)), [])
  return place && createPortal(children, place)
}

/** The first thing on every page; also names the browser's tab. */
export function PageHeader({ title, description, trail = [], badge, children }: PageHeaderProps) {
  const { t } = useTranslation()
  useDocumentTitle(`${title} · Kontor`)
  return (
    <header className={classes.header}>
      {trail.length > 0 && (
        <Breadcrumbs component="nav" aria-label={t('common:breadcrumbs')} separatorMargin={6} mb={4}>
          {trail.map(({ label, href }) => (
            <AnchorLink key={href} href={href} size="sm">
              {label}
            </AnchorLink>
          ))}
          <Text size="sm" c="dimmed" aria-current="page">
            {title}
          </Text>
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={2} className={classes.words}>
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {badge}
          </Group>
          {description && (
            <Text c="dimmed" size="sm">
              {description}
            </Text>
          )}
        </Stack>
        <Group gap="xs" className="no-print">
          {children}
          <div id={ACTIONS} className={classes.actions} />
        </Group>
      </Group>
    </header>
  )
}
