// A reporter that ends the process at the first failed test, and prints its file and its title.
import { Transform } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'

const firstFailure = new Transform({
  writableObjectMode: true,
  transform({ type, data }: TestEvent, _encoding, done) {
    if (type === 'test:complete' && !data.details.passed && data.todo === undefined) {
      process.stdout.write(`${data.file ?? ''}\n${data.name}\n`)
      process.exit(1)
    }
    done()
  },
})

// biome-ignore lint/style/noDefaultExport: Node asks for it.
export default firstFailure
