import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Question {
  readonly title: string
  readonly text: string
  readonly action: string
  /** Must be typed as it is. */
  readonly name: string
}

/** Asks to type a name before an action that affects other users at once: a click alone is too easy. */
export const confirmByName = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      resolve(isSure)
      modals.close(id)
    }
    const id = modals.open({
      title: question.title,
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      onClose: () => resolve(false),
      children: <NameForm {...question} onAnswer={answer} />,
    })
  })

function NameForm({ text, action, name, onAnswer }: Question & { onAnswer: (isSure: boolean) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) onAnswer(true)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{text}</Text>
        <TextInput
          data-autofocus
          autoComplete="off"
          label={t('common:typeName', { name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isRight}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
