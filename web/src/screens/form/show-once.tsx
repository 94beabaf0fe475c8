import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { type ComponentType, Suspense } from 'react'
import type { Resource, Row } from '../../api/resources.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { PartProps } from '../customisation.ts'

/** A value that is in this answer and never again stays on the screen until it is put away. */
export function showOnce(resource: Resource, row: Row, Usage?: ComponentType<PartProps>): Promise<void> {
  const secrets = resource.fields.filter(({ name, isShownOnce }) => isShownOnce && typeof row[name] === 'string')
  if (secrets.length === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const id = modals.open({
      title: i18next.t('records:onceTitle'),
      size: 'lg',
      closeOnClickOutside: false,
      withCloseButton: false,
      closeOnEscape: false,
      onClose: resolve,
      children: (
        <Stack gap="sm">
          <Text size="sm">{i18next.t('records:onceText')}</Text>
          {secrets.map(({ name }) => (
            <Group key={name} wrap="nowrap">
              <Code block flex={1}>
                {String(row[name])}
              </Code>
              <CopyButton value={String(row[name])} label={i18next.t('common:copy')} />
            </Group>
          ))}
          <Suspense>{Usage && <Usage resource={resource} row={row} />}</Suspense>
          <Button onClick={() => modals.close(id)}>{i18next.t('records:onceDone')}</Button>
        </Stack>
      ),
    })
  })
}
