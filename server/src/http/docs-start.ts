/**
 * Opens the explorer in the browser. Whoever is signed in to the web interface is signed in here too: its cookie, which no
 * script can read, is traded for a token that is kept nowhere but in memory. The web interface remembers whether there is
 * a session, so that nobody else is asked for one.
 */
export const START_SCRIPT = `const place = document.getElementById('explorer')
const settings = JSON.parse(place.dataset.configuration)

async function tokenOfSession() {
  if (!localStorage.getItem('kontor.signed-in')) return undefined
  const answer = await fetch('/ui/session/refresh', { method: 'POST' })
  return answer.ok ? (await answer.json()).data.token : undefined
}

const token = await tokenOfSession().catch(() => undefined)
if (token) settings.authentication.securitySchemes = { bearer: { token } }
Scalar.createApiReference(place, settings)
`
