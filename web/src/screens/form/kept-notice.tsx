import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/locale.tsx'
import { confirm } from '../../ui/confirm.tsx'
import type { Kept } from './use-kept.ts'

/** Offers what was typed here before the page was reloaded. */
export function KeptNotice({ kept: { offer, isDirty } }: { kept: Kept }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!offer) return null
  const at = format.time(offer.at)
  const resume = async () => {
    const question = { title: t('records:kept.replaceTitle'), text: t('records:kept.replaceText', { at }) }
    if (!isDirty || (await confirm({ ...question, action: t('records:kept.replace'), isDangerous: true })))
      offer.resume()
  }
  return (
    <Alert role="status" variant="outline" color="yellow" icon={<IconHistory size={18} />} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('records:kept.text')}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => void resume()}>
            {t('records:kept.resume', { at })}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={offer.discard}>
            {t('records:kept.discard')}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
