import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import classes from './conflict.module.css'
import type { Choices, Side } from './merge/merge.ts'

/** Something that both users changed, with both values. */
export interface ConflictRow {
  readonly path: string
  readonly name: string
  readonly mine: ReactNode
  readonly theirs: ReactNode
}

interface Conflict {
  readonly resource: Resource
  readonly rows: readonly ConflictRow[]
  /** The other users, and when the last of them saved. */
  readonly who: string
  readonly at: string
}

/** Shows what collides, and asks for each which value is to be kept. Undefined: the user went back to the form. */
export const chooseChanges = (conflict: Conflict): Promise<Choices | undefined> =>
  new Promise((resolve) => {
    const answer = (choices?: Choices) => {
      resolve(choices)
      modals.close(id)
    }
    const id = modals.open({
      size: 'lg',
      title: i18next.t('records:conflict.title'),
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      onClose: () => resolve(undefined),
      children: <ConflictForm {...conflict} onAnswer={answer} />,
    })
  })

const SIDES: readonly Side[] = ['mine', 'theirs']

function ConflictForm({ resource, rows, who, at, onAnswer }: Conflict & { onAnswer: (choices?: Choices) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [choices, setChoices] = useState<Choices>({})
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(rows.map(({ path }) => [path, side])))
  const isComplete = rows.every(({ path }) => choices[path])
  const names = { mine: t('records:conflict.mine'), theirs: who }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) onAnswer(choices)
      }}
    >
      <Stack>
        <Text size="sm">{t('records:conflict.text', { who, at, thing: labels.one(resource) })}</Text>
        {rows.map((row, index) => (
          <Radio.Group
            key={row.path}
            className={classes.row}
            label={row.name}
            value={choices[row.path] ?? ''}
            onChange={(side) => setChoices((before) => ({ ...before, [row.path]: side as Side }))}
          >
            {SIDES.map((side) => (
              <Radio
                key={side}
                value={side}
                mt={6}
                data-autofocus={(index === 0 && side === 'mine') || undefined}
                label={<Option name={names[side]}>{row[side]}</Option>}
              />
            ))}
          </Radio.Group>
        ))}
        <Group justify="space-between">
          <Group gap="xs">
            {rows.length > 1 &&
              SIDES.map((side) => (
                <Button key={side} variant="subtle" size="compact-sm" onClick={() => chooseAll(side)}>
                  {t(side === 'mine' ? 'records:conflict.allMine' : 'records:conflict.allTheirs')}
                </Button>
              ))}
          </Group>
          <Group gap="sm">
            <Button variant="default" onClick={() => onAnswer()}>
              {t('records:conflict.back')}
            </Button>
            <Button type="submit" disabled={!isComplete}>
              {t('common:save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

const Option = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className={classes.option}>
    <Text span size="sm" c="dimmed" className={classes.side}>
      {name}
    </Text>{' '}
    <span>{children}</span>
  </span>
)
