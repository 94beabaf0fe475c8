/** Before a command waits to see whether another server lives. */
export const onWait = (seconds: number): void =>
  console.error(
    `The server that wrote to this address was not stopped. Waiting ${seconds} seconds to see whether it still runs.`,
  )
