import { Skeleton, Stack } from '@mantine/core'

export const PageSkeleton = () => (
  <Stack aria-hidden>
    <Skeleton h={30} w={220} />
    <Skeleton h={420} mt="sm" />
  </Stack>
)
