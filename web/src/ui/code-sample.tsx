import { Card, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './code-sample.module.css'
import { CopyButton } from './copy-button.tsx'

/** Something to be copied and run elsewhere. */
export function CodeSample({ title, code }: { title: string; code: string }) {
  const { t } = useTranslation()
  return (
    <Card padding={0} shadow="none" component="figure" m={0} aria-label={title}>
      <Group justify="space-between" className={classes.head} wrap="nowrap">
        <Text component="figcaption" size="xs" fw={600} c="dimmed">
          {title}
        </Text>
        <CopyButton value={code} label={t('common:copy')} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard too. */}
      <pre className={classes.code} tabIndex={0}>
        {code}
      </pre>
    </Card>
  )
}
