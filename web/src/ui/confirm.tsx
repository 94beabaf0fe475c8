import { Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { type ReactNode, Suspense } from 'react'
import { withWords } from '../i18n/i18n.ts'
import type { PreviewProps } from './effects/effects-preview.tsx'
import { lazyPart } from './lazy-part.tsx'

interface Question {
  readonly title: string
  readonly text: string
  /** The button that does it. */
  readonly action: string
  /** The button that leaves everything as it is; where the action is itself a kind of cancelling, it needs own words. */
  readonly keep?: string
  readonly isDangerous?: boolean
  /** What is entered with it. */
  readonly more?: ReactNode
  /** The action, to be tried out: what else will change is shown under the question. */
  readonly preview?: PreviewProps
}

const EffectsPreview = lazyPart(() =>
  withWords('effects', import('./effects/effects-preview.tsx')).then((module) => module.EffectsPreview),
)

const FOCUSED = { 'data-autofocus': true }

/** Asks before an action that cannot be undone. */
export const confirm = ({ title, text, action, keep, isDangerous, more, preview }: Question): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          {more}
          {preview && (
            <Suspense>
              <EffectsPreview {...preview} />
            </Suspense>
          )}
        </Stack>
      ),
      labels: { confirm: action, cancel: keep ?? i18next.t('common:cancel') },
      // A user who presses Enter without reading loses nothing.
      confirmProps: isDangerous ? { color: 'red' } : more ? {} : FOCUSED,
      cancelProps: isDangerous ? FOCUSED : {},
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
