/**
 * Opens the explorer in the browser. Samples name the address that the reader has opened the page from, which only the
 * browser knows. A user of the web interface is signed in here too: its cookie, which no script can read, is exchanged for a
 * token that is kept only in memory. The web interface remembers whether there is a session, so that no request is made
 * without one.
 */
export const START_SCRIPT = `const place = document.getElementById('explorer')
const settings = JSON.parse(place.dataset.configuration)

async function tokenOfSession() {
  if (!localStorage.getItem('kontor.signed-in')) return undefined
  const answer = await fetch('/ui/session/refresh', { method: 'POST' })
  return answer.ok ? (await answer.json()).data.token : undefined
}

async function jsonAt(path) {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(path + ': ' + answer.status)
  return answer.json()
}

const isOperation = (part) => typeof part === 'object' && 'operationId' in part

/** The document with this address as its server, and with a program that uses the client beside each operation. */
async function documentWithSamples() {
  const [api, samples] = await Promise.all([jsonAt(settings.url), jsonAt(place.dataset.samples)])
  const head = samples.head.replace('{origin}', location.origin)
  for (const operation of Object.values(api.paths).flatMap(Object.values).filter(isOperation)) {
    const call = samples.calls[operation.operationId]
    const sample = { lang: 'typescript', label: '@kontor/client', source: head + '\\n' + call + '\\n' }
    if (call) operation['x-codeSamples'] = [sample]
  }
  return { ...api, servers: [{ url: location.origin }] }
}

const nothing = () => undefined
const [token, content] = await Promise.all([tokenOfSession().catch(nothing), documentWithSamples().catch(nothing)])
if (token) settings.authentication.securitySchemes = { bearer: { token } }
// Without the samples the explorer loads the document itself.
const source = content ? { content, url: undefined } : {}
Scalar.createApiReference(place, { ...settings, ...source })
`
