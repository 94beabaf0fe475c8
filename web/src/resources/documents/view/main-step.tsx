import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isForbidden, permits, transitionTo } from '../../../api/permitted.ts'
import { isEnded } from '../../../api/stages.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { withAmounts } from '../../../i18n/server-message.ts'
import type { PartProps } from '../../../screens/customisation.ts'
import { useMove } from '../../../screens/record/record-actions.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'

/** The step that comes next in the usual course. What bars it can be passed over where the server names a way. */
export function MainStep({ resource, row, status }: PartProps & { status: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const move = useMove(resource, row)
  const [isBusy, setBusy] = useState(false)
  const transition = transitionTo(row, status)
  const isPossible = transition !== undefined && (transition.allowed || transition.override !== undefined)
  async function take(): Promise<void> {
    const question = {
      title: t('orders:override.title'),
      text: withAmounts(transition?.reason ?? ''),
      action: t('orders:override.action'),
      isDangerous: true,
    }
    const override = transition?.override
    if (override && !(await confirm(question))) return
    setBusy(true)
    await move(status, override ? { [override]: true } : {})
    setBusy(false)
  }
  // What has come to an end is opened again on purpose only, not by the key that takes the next step.
  const isBack = isEnded(resource, row.status)
  const name = isBack ? t('orders:reopen') : labels.action(status)
  useShortcuts(isPossible && !isBack ? [{ keys: 'mod+enter', label: name, run: () => void take() }] : [])
  if (!transition || transition.blockers?.some(isForbidden) || !permits(row, 'status')) return null
  return (
    <Button variant={isBack ? 'default' : 'filled'} disabled={!isPossible} loading={isBusy} onClick={() => void take()}>
      {name}
    </Button>
  )
}
