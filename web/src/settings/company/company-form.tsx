import { Card, SimpleGrid, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../api/resources.ts'
import classes from '../../screens/form/form.module.css'
import { SettingsField } from '../settings-field.tsx'
import type { Settings } from '../settings-query.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { DefaultsSection } from './defaults-section.tsx'
import { DocumentsSection } from './documents/documents-section.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const COMPANY = ['companyName', 'taxId', 'email', 'phone']
const MONEY_AND_TIME = ['currency', 'timeZone', 'taxRounding', 'pricesIncludeTax']
const DOCUMENTS = ['documentLanguage', 'letterhead']

export function CompanyForm({ resource, settings }: { resource: Resource; settings: Settings }) {
  const { t } = useTranslation()
  const form = useSettingsForm(settings, [...COMPANY, 'address', ...MONEY_AND_TIME, 'defaults', ...DOCUMENTS])
  const isDisabled = !allows(resource, 'update')
  const field = (name: string) => <SettingsField key={name} {...{ resource, form, name, isDisabled }} />
  return (
    <SettingsFrame resource={resource} form={form}>
      <Card component="section">
        <Title order={2} mb="sm">
          {t('administration:company.who')}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          {COMPANY.map(field)}
        </SimpleGrid>
      </Card>
      <Card component="section" className={classes.group}>
        {field('address')}
      </Card>
      <Card component="section">
        <Title order={2} mb="sm">
          {t('administration:company.moneyAndTime')}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          {MONEY_AND_TIME.map(field)}
        </SimpleGrid>
      </Card>
      <DefaultsSection {...{ resource, form, isDisabled }} />
      <DocumentsSection {...{ resource, settings, form }} />
    </SettingsFrame>
  )
}
