import { type ComponentType, type ReactNode, useState } from 'react'
import { CreateOnTheWayContext, type Creation } from '../../ui/pickers/create-on-the-way.ts'
import { toast } from '../../ui/toast.tsx'
import type { CreateDrawer } from './create-drawer.tsx'

interface Opened {
  readonly creation: Creation
  readonly Form: ComponentType<Parameters<typeof CreateDrawer>[0]>
}

/** A page from which records can be created that it refers to. Their form is loaded when it is opened. */
export function CreateBeside({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  const open = (creation: Creation) => {
    import('./create-drawer.tsx')
      .then(({ CreateDrawer: Form }) => setOpened({ creation, Form }))
      .catch((error) => {
        toast.failed(error)
        creation.onCancel()
      })
  }
  return (
    <CreateOnTheWayContext value={open}>
      {children}
      {opened && <opened.Form {...opened.creation} onClose={() => setOpened(undefined)} />}
    </CreateOnTheWayContext>
  )
}
