import { Button } from '@mantine/core'
import { Refusal } from '../../ui/refusal.tsx'
import { useAnswer } from './use-answer.ts'

/** Sends the user back to the app without a grant, also before a sign-in. */
export function DenyButton({ label }: { label: string }) {
  const { fault, isBusy, answer } = useAnswer('deny')
  return (
    <>
      <Button variant="default" loading={isBusy} onClick={answer}>
        {label}
      </Button>
      <Refusal reason={fault} />
    </>
  )
}
