import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/http.ts'
import { filled } from '../../screens/form/filled.ts'
import type { Values } from '../../screens/form/form-values.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { toast } from '../../ui/toast.tsx'
import { rereadSettings, saveSettings } from '../settings-query.ts'
import classes from './first-run.module.css'

const CHOICES = ['empty', 'demo'] as const
type Choice = (typeof CHOICES)[number]

const fillDemo = () => call('POST /settings/demo-data', { idempotencyKey: newKey() })

/** Starts with demo data or without data. `kept`: values that were entered before, which the demo data would replace. */
export function StartStep({ onBack, kept }: { onBack: () => void; kept: Values }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [choice, choose] = useState<Choice>('empty')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function finish(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      if (choice === 'demo') await fillDemo()
      await saveSettings({ ...(choice === 'demo' && filled(kept)), isSetUp: true })
      await rereadSettings(client)
      toast.done(t('first-run:done'))
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }

  return (
    <Stack>
      <Title order={2}>{t('first-run:start.title')}</Title>
      <Refusal reason={problem} />
      <Radio.Group aria-label={t('first-run:start.title')} value={choice} onChange={(next) => choose(next as Choice)}>
        <Stack gap="sm">
          {CHOICES.map((value) => (
            <ChoiceCard key={value} value={value} isDisabled={isBusy} />
          ))}
        </Stack>
      </Radio.Group>
      {isBusy && choice === 'demo' && (
        <Text size="sm" c="dimmed" role="status">
          {t('first-run:start.filling')}
        </Text>
      )}
      {/* The Tab key comes to the button that goes on first. */}
      <Group justify="space-between" mt="sm" className={classes.buttons}>
        <Button onClick={finish} loading={isBusy}>
          {t('first-run:finish')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack} disabled={isBusy}>
          {t('first-run:back')}
        </Button>
      </Group>
    </Stack>
  )
}

function ChoiceCard({ value, isDisabled }: { value: Choice; isDisabled: boolean }) {
  const { t } = useTranslation()
  return (
    <Radio.Card value={value} className={classes.choice} disabled={isDisabled}>
      <Group wrap="nowrap" align="flex-start">
        <Radio.Indicator mt={2} />
        <div>
          <Text fw={600}>{t(`first-run:start.${value}.title`)}</Text>
          <Text size="sm" c="dimmed">
            {t(`first-run:start.${value}.text`)}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  )
}
