import { Group, Kbd, type KbdProps } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** What stands on a key of the user's keyboard: `mod` is Ctrl, in German Strg. */
function nameOf(key: string): string {
  const named = `common:keyNames.${key}`
  return i18next.exists(named) ? i18next.t(named) : key.toUpperCase()
}

interface KeysProps extends Pick<KbdProps, 'size'> {
  readonly keys: readonly string[]
}

/** Keys that are pressed together, or one after the other. */
export function Keys({ keys, size = 'xs' }: KeysProps) {
  useTranslation() // renders again in another language
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
      {keys.map((key) => (
        <Kbd key={key} size={size}>
          {nameOf(key)}
        </Kbd>
      ))}
    </Group>
  )
}

/** Keys inside a button: only where there is room, and not part of its name. */
export const ButtonKeys = ({ keys }: { keys: readonly string[] }) => (
  <Group gap={2} visibleFrom="sm" aria-hidden>
    <Keys keys={keys} />
  </Group>
)
