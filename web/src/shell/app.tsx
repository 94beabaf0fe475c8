import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { kinds } from '../fields/kinds.ts'
import { KindsContext } from '../fields/kinds-context.ts'
import { cssVariablesResolver, theme } from '../theme.ts'
import { Entrance } from './entrance/entrance.tsx'
import { router } from './router.tsx'
import { ToastArea } from './toasts/toast-area.tsx'

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ToastArea />
        <KindsContext value={kinds}>
          <Entrance>
            <RouterProvider router={router} />
          </Entrance>
        </KindsContext>
      </QueryClientProvider>
    </MantineProvider>
  )
}
