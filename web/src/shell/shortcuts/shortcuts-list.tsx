import '@mantine/core/styles/Switch.layer.css'
import { Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../ui/keys.tsx'
import { singleKeys, useActiveShortcuts } from '../../ui/shortcuts.ts'

/** All that work on the page behind the window. */
export function ShortcutsList() {
  const { t } = useTranslation()
  const shortcuts = useActiveShortcuts()
  const [areOn, setOn] = useState(singleKeys.areOn())
  return (
    <Stack gap="xs">
      {[...new Map(shortcuts.toReversed().map((one) => [one.keys, one])).values()].map(({ keys, label }) => (
        <Group key={keys} justify="space-between" wrap="nowrap">
          <Text size="sm">{label}</Text>
          <Keys keys={keys.split(/[ +]/)} size="sm" />
        </Group>
      ))}
      <Switch
        mt="sm"
        label={t('shell:shortcuts.single')}
        description={t('shell:shortcuts.singleText')}
        checked={areOn}
        onChange={({ currentTarget: { checked } }) => {
          singleKeys.turn(checked)
          setOn(checked)
        }}
      />
    </Stack>
  )
}
