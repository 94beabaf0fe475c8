import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useResource } from '../../api/use-resources.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { settingsQuery } from '../settings-query.ts'
import { CompanyForm } from './company-form.tsx'
import { MailTab } from './mail-tab.tsx'
import { NumberingForm } from './numbering-form.tsx'
import { PlanTab } from './plan-tab.tsx'

const TABS = ['company', 'numbering', 'mail', 'plan'] as const
type Tab = (typeof TABS)[number]

/** Company details, document numbers and API limits. */
export function Page() {
  const { t } = useTranslation()
  const resource = useResource('settings')
  const audit = useResource('audit-log')
  // For a user without the right, the server says why the page cannot be shown.
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data || !resource) return <Skeleton h={420} />
  const contents: Readonly<Record<Tab, ReactNode>> = {
    company: <CompanyForm resource={resource} settings={data} />,
    numbering: <NumberingForm resource={resource} settings={data} />,
    mail: <MailTab settings={data} />,
    plan: <PlanTab resource={resource} settings={data} />,
  }
  return (
    <>
      <PageHeader title={t('settings:title')} description={t('administration:text')}>
        {audit && (
          <ButtonLink href="/audit-log?resource=settings" variant="default">
            {t('administration:whoChanged')}
          </ButtonLink>
        )}
      </PageHeader>
      <SettingsTabs contents={contents} />
    </>
  )
}

function SettingsTabs({ contents }: { contents: Readonly<Record<Tab, ReactNode>> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tab = 'company' } = useSearch({ strict: false }) as { tab?: string }
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => navigate({ to: '.', search: (next === 'company' ? {} : { tab: next }) as never })}
    >
      <Tabs.List mb="md">
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`administration:tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {contents[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
