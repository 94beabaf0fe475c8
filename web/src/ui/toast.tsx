import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import { ApiError, ConnectionError, isCode, isUnconfirmed } from '../api/api-error.ts'
import { CopyButton } from './copy-button.tsx'
import { ServerText } from './server-text.tsx'

const UNDO_MS = 10_000
const PLAIN_MS = 4_000

interface Undo {
  readonly undo: () => unknown
}

/** Says in one line what has happened; where it can be taken back, how. */
function done(message: string, { undo }: Partial<Undo> = {}): void {
  const id = notifications.show({
    color: 'teal',
    icon: <IconCheck size={18} />,
    autoClose: undo ? UNDO_MS : PLAIN_MS,
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id)
            Promise.resolve(undo()).catch(failed)
          }}
        >
          {i18next.t('common:undo')}
        </Button>
      </Group>
    ) : (
      message
    ),
  })
}

/** Something that the user should read, though nothing has failed. */
function note(message: string): void {
  notifications.show({
    color: 'blue',
    icon: <IconAlertTriangle size={18} />,
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    message,
  })
}

/** Something was not saved. */
const failed = (error: unknown): void => report('common:failed', error)

/** Something could not be loaded or downloaded; nothing was to be saved. */
const notLoaded = (error: unknown): void => report('common:notLoaded', error)

/** Stays until it is closed: a user who looked away must still learn of it. */
function report(title: string, error: unknown): void {
  const message = messageOf(error)
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  notifications.show({
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: false,
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    title: i18next.t(title),
    message: (
      <>
        <ServerText text={message} />
        {requestId && <CopyButton value={requestId} label={i18next.t('common:copyRequestId')} />}
      </>
    ),
  })
}

/** Browsers say it in different words. */
const NOT_LOADED = /dynamically imported module|module script/i

function messageOf(error: unknown): string {
  if (error instanceof TypeError && NOT_LOADED.test(error.message)) return i18next.t('errors:part')
  if (isCode(error, 'UNAUTHORIZED')) return i18next.t('errors:signedOut')
  if (isUnconfirmed(error)) return i18next.t('errors:unconfirmed')
  return error instanceof ConnectionError ? i18next.t('errors:offline.text') : (error as Error).message
}

export const toast = { done, note, failed, notLoaded }
