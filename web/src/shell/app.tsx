import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { kinds } from '../fields/kinds.ts'
import { KindsContext } from '../fields/kinds-context.ts'
import { cssVariablesResolver, theme } from '../theme.ts'
import { Entrance } from './entrance/entrance.tsx'
import { router } from './router.tsx'

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {/* Over the bar at the top: at the bottom they would cover the page numbers and totals. */}
        <Notifications position="top-center" limit={4} />
        <KindsContext value={kinds}>
          <Entrance>
            <RouterProvider router={router} />
          </Entrance>
        </KindsContext>
      </QueryClientProvider>
    </MantineProvider>
  )
}
