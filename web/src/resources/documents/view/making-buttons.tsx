import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { nextStatus } from '../../../api/stages.ts'
import { CustomisationsContext, type PartProps } from '../../../screens/customisation.ts'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { canMake, type Taker, useMakingName, useTakers } from '../takers.ts'
import { PartsWindow } from './parts-window.tsx'

/** The documents that can be made from this one now. Where its status has no usual next step, the last of them is that. */
export function MakingButtons({ resource, row }: PartProps) {
  const navigate = useNavigate()
  const nameOf = useMakingName()
  const customisations = useContext(CustomisationsContext)
  const [opened, setOpened] = useState<Taker>()
  const takers = useTakers(resource).filter((taker) => canMake(row, taker))
  const hasNext = nextStatus(resource, row.status) !== undefined
  useShortcuts(
    takers.flatMap((taker) => {
      const keys = customisations[taker.target.name]?.makingKey
      return keys ? [{ keys, label: nameOf(taker.target), run: () => setOpened(taker) }] : []
    }),
  )
  return (
    <>
      {takers.map((taker, index) => {
        const Sign = customisations[taker.target.name]?.icon ?? IconFileText
        return (
          <Button
            key={taker.target.name}
            variant={hasNext || index < takers.length - 1 ? 'default' : 'filled'}
            leftSection={<Sign size={16} stroke={1.6} />}
            onClick={() => setOpened(taker)}
          >
            {nameOf(taker.target)}
          </Button>
        )
      })}
      {opened && (
        <PartsWindow
          resource={resource}
          original={row}
          taker={opened}
          onClose={() => setOpened(undefined)}
          // What has a course of its own goes on there.
          onMade={({ id }) =>
            opened.target.statuses.length > 0 ? navigate({ to: `/${opened.target.path}/${id}` }) : undefined
          }
        />
      )}
    </>
  )
}
