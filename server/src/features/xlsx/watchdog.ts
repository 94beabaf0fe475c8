// A thread beside the one that reads a workbook without a pause. It ends the process when the workbook takes too much.

/** Of processor time: on a busy machine a harmless workbook may take longer by the clock. */
const CPU_MAX_MS = 20_000
/** Of memory outside the heap too, such as the unpacked files. */
const MEMORY_MAX_BYTES = 1_000_000_000
const CHECK_MS = 100

setInterval(() => {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1000 > CPU_MAX_MS || process.memoryUsage.rss() > MEMORY_MAX_BYTES)
    process.kill(process.pid, 'SIGKILL')
}, CHECK_MS)
