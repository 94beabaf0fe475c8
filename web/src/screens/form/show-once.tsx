import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Resource, Row } from '../../api/resources.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { PartProps } from '../customisation.ts'

/** A value that is in this answer and never again stays on the screen until it is put away. */
export function showOnce(resource: Resource, row: Row, Usage?: ComponentType<PartProps>): Promise<void> {
  const secrets = resource.fields.filter(({ name, isShownOnce }) => isShownOnce && typeof row[name] === 'string')
  if (secrets.length === 0) return Promise.resolve()
  const values = secrets.map(({ name }) => String(row[name]))
  const usage = Usage && <Usage resource={resource} row={row} />
  return showValues(i18next.t('records:onceTitle'), i18next.t('records:onceText'), values, usage)
}

/** The same for a value that is not a field of a record. */
export const showValueOnce = (title: string, text: string, value: string): Promise<void> =>
  showValues(title, text, [value])

const showValues = (title: string, text: string, values: readonly string[], usage?: ReactNode): Promise<void> =>
  new Promise((resolve) => {
    const id = modals.open({
      title,
      size: 'lg',
      closeOnClickOutside: false,
      withCloseButton: false,
      closeOnEscape: false,
      onClose: resolve,
      children: (
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          {values.map((value) => (
            <Group key={value} wrap="nowrap">
              <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {value}
              </Code>
              <CopyButton value={value} label={i18next.t('common:copy')} />
            </Group>
          ))}
          <Suspense>{usage}</Suspense>
          <Button onClick={() => modals.close(id)}>{i18next.t('records:onceDone')}</Button>
        </Stack>
      ),
    })
  })
