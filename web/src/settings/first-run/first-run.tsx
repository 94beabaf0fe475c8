import '@mantine/core/styles/Stepper.layer.css'
import { Card, Center, Group, Stack, Stepper, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import type { Settings } from '../settings-query.ts'
import { type SettingsForm, useSettingsForm } from '../use-settings-form.ts'
import { countryIn, formatAsIn, suggestionsFor, valuesIn } from './country-defaults.ts'
import classes from './first-run.module.css'
import { FormStep } from './form-step.tsx'
import { StartStep } from './start-step.tsx'

const COMPANY = ['companyName', 'email', 'taxId', 'address']
/** The country comes first: the rest follows from it. */
const ASKED_OF_COMPANY = ['address.country', ...COMPANY]
const MONEY = ['currency', 'timeZone', 'documentLanguage', 'defaults']
const ASKED_OF_MONEY = ['currency', 'defaults.taxRate', 'documentLanguage', 'defaults.uom', 'timeZone']
const APART = ['country']

interface FirstRunProps {
  readonly resource: Resource
  readonly settings: Settings
  readonly onLater: () => void
}

/** Three steps to a company that can write its first invoice. */
export function FirstRun({ resource, settings, onLater }: FirstRunProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState(0)
  const { suggested, company, money } = useCompanyForms(settings)
  const next = () => {
    formatAsIn(countryIn(company.values))
    setStep((before) => before + 1)
  }
  const back = () => setStep((before) => before - 1)
  useDocumentTitle(`${t('first-run:title')} · Kontor`)
  return (
    <Center component="main" id="main" className={classes.page} data-first-run>
      <Stack gap="lg" className={classes.column}>
        <Stack gap={4} align="center" ta="center">
          <Title order={1}>{t('first-run:title')}</Title>
          <Text c="dimmed">{t('first-run:text')}</Text>
        </Stack>
        <Stepper active={step} size="sm" allowNextStepsSelect={false} className={classes.steps}>
          {(['company', 'money', 'start'] as const).map((name) => (
            <Stepper.Step key={name} label={t(`first-run:${name}.step`)} allowStepSelect={false} />
          ))}
        </Stepper>
        <Card padding="xl" shadow="md">
          {step === 0 && (
            <FormStep
              name="company"
              fields={ASKED_OF_COMPANY}
              without={APART}
              first={suggested.company.address ? 'companyName' : 'address.country'}
              {...{ resource, form: company, onNext: next, onBack: onLater }}
              backLabel={t('first-run:later')}
            />
          )}
          {step === 1 && (
            <FormStep
              name="money"
              fields={ASKED_OF_MONEY}
              first={ASKED_OF_MONEY[0]}
              {...{ resource, form: money, onNext: next, onBack: back }}
              backLabel={t('first-run:back')}
            />
          )}
          {step === 2 && <StartStep onBack={back} kept={{ ...company.values, ...money.values }} />}
        </Card>
        <Group justify="center">
          <Text size="xs" c="dimmed">
            {t('first-run:changeable')}
          </Text>
        </Group>
      </Stack>
    </Center>
  )
}

/** The forms of the first two steps. The country decides what the second one begins with. */
function useCompanyForms(settings: Settings) {
  const [suggested] = useState(() => suggestionsFor(settings))
  const form = useSettingsForm(settings, COMPANY, suggested.company)
  const money = useSettingsForm(settings, MONEY, suggested.money)
  useResumed(form)
  useResumed(money)
  const company = {
    ...form,
    set(name: string, value: unknown) {
      const before = countryIn(form.values)
      form.set(name, value)
      const country = countryIn({ ...form.values, [name]: value })
      if (country === before) return
      for (const [field, usual] of Object.entries(valuesIn(country, money.values))) money.set(field, usual)
    },
  }
  return { suggested, company, money }
}

/** Continues with what was entered before a reload, or before the user chose "Later". */
function useResumed({ kept }: SettingsForm): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is shown.
  useEffect(() => kept.offer?.resume(), [])
}
