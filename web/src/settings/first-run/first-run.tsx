import '@mantine/core/styles/Stepper.layer.css'
import { Card, Center, Group, Stack, Stepper, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import type { Settings } from '../settings-query.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import classes from './first-run.module.css'
import { FormStep } from './form-step.tsx'
import { StartStep } from './start-step.tsx'

const COMPANY = ['companyName', 'email', 'taxId', 'address']
const MONEY_AND_TIME = ['currency', 'timeZone']

interface FirstRunProps {
  readonly resource: Resource
  readonly settings: Settings
  readonly onLater: () => void
}

/** Three steps to a company that can write its first invoice. */
export function FirstRun({ resource, settings, onLater }: FirstRunProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState(0)
  const company = useSettingsForm(settings, COMPANY)
  const money = useSettingsForm(settings, MONEY_AND_TIME, timeZoneHere(settings))
  const next = () => setStep((before) => before + 1)
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
              fields={COMPANY}
              {...{ resource, form: company, onNext: next, onBack: onLater }}
              backLabel={t('first-run:later')}
            />
          )}
          {step === 1 && (
            <FormStep
              name="money"
              fields={MONEY_AND_TIME}
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

/** Nothing was chosen yet: most likely the company is in the time zone of its administrator. */
const timeZoneHere = ({ timeZone }: Settings) =>
  timeZone === 'UTC' ? { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone } : {}
