import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { toast } from '../../ui/toast.tsx'
import { ACCESS_KINDS, type Access, type AccessKind } from './access-list.ts'
import { rereadSecurity } from './access-queries.ts'
import { useAttempt } from './use-attempt.ts'

interface EndAllWindowProps {
  readonly others: readonly Access[]
  readonly onClose: () => void
}

/** Ends everything but the session of this browser: all of it, or some kinds only. */
export function EndAllWindow({ others, onClose }: EndAllWindowProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { fault, isBusy, attempt } = useAttempt()
  const there = ACCESS_KINDS.filter((kind) => others.some((one) => one.kind === kind))
  const [chosen, setChosen] = useState<readonly string[]>(there)

  async function end(): Promise<void> {
    try {
      for (const kind of there.filter((one) => chosen.includes(one))) await endKind(kind, others)
      onClose()
      toast.done(t('security:access.endAll.done'))
    } finally {
      await rereadSecurity(client)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('security:access.endAll.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Refusal reason={fault} />
        <Text size="sm">{t('security:access.endAll.text')}</Text>
        <Checkbox.Group aria-label={t('security:access.endAll.title')} value={[...chosen]} onChange={setChosen}>
          <Stack gap="xs">
            {there.map((kind) => (
              <Checkbox
                key={kind}
                value={kind}
                label={t(`security:access.endAll.${kind}`, { count: others.filter((one) => one.kind === kind).length })}
                description={t(`security:access.endAll.${kind}Text`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button color="red" loading={isBusy} disabled={chosen.length === 0} onClick={() => attempt(end)}>
            {t('security:access.endAll.action')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** All other sessions are ended at once, also one that has begun meanwhile. */
const endKind = async (kind: AccessKind, others: readonly Access[]): Promise<void> => {
  if (kind === 'sessions') await call('DELETE /auth/sessions')
  else for (const one of others.filter((other) => other.kind === kind)) await one.end()
}
