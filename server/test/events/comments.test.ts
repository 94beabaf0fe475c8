import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'

test('a stream on which nothing happens sends a comment every 15 seconds', async () => {
  const kontor = await openKontor(databaseKinds[0]!)
  try {
    const origin = await kontor.app.server.listen({ port: 0, host: '127.0.0.1' })
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${kontor.token}` }
    const response = await fetch(`${origin}/api/v1/events?after=now`, { headers })
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (/^: /m.test(text)) break
    }
    assert.match(text, /^id: \S+\n\n/)
    assert.doesNotMatch(text, /^data:/m)
  } finally {
    await kontor.close()
  }
})
