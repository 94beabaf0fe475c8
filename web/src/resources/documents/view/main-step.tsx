import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, can } from '../../../api/resources.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { useMove } from '../../../screens/record/record-actions.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { isForbidden, isOnlyCredit, transitionTo } from './transitions.ts'

/** The step that comes next in the usual course. If only the credit limit bars it, users with the right can override that. */
export function MainStep({ resource, row, status }: PartProps & { status: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const move = useMove(resource, row)
  const [isBusy, setBusy] = useState(false)
  const transition = transitionTo(row, status)
  const mayOverride = transition !== undefined && isOnlyCredit(transition) && can(resource, 'override')
  const isPossible = transition !== undefined && (transition.allowed || mayOverride)
  async function take(): Promise<void> {
    const question = {
      title: t('orders:override.title'),
      text: transition?.reason ?? '',
      action: t('orders:override.action'),
      isDangerous: true,
    }
    const isOver = transition?.allowed === false
    if (isOver && !(await confirm(question))) return
    setBusy(true)
    await move(status, isOver ? { overrideCreditLimit: true } : {})
    setBusy(false)
  }
  const name = labels.action(status)
  useShortcuts(isPossible ? [{ keys: 'mod+enter', label: name, run: () => void take() }] : [])
  if (!transition || isForbidden(transition) || !allows(resource, 'status')) return null
  return (
    <Button disabled={!isPossible} loading={isBusy} onClick={() => void take()}>
      {name}
    </Button>
  )
}
