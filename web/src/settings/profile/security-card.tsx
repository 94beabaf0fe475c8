import { Group } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/links.tsx'
import { Section } from '../section.tsx'

/** Leads to the page of its own. */
export function SecurityCard() {
  const { t } = useTranslation()
  return (
    <Section title={t('settings:security.title')} text={t('settings:security.text')}>
      <Group>
        <ButtonLink href="/profile/security" variant="default" leftSection={<IconShieldLock size={16} stroke={1.6} />}>
          {t('settings:security.open')}
        </ButtonLink>
      </Group>
    </Section>
  )
}
