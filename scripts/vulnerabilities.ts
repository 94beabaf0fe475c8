// Asks the registry for known vulnerabilities of the packages that Kontor ships. Fails for serious ones. A registry that does
// not offer this is no failure.
import { spawnSync } from 'node:child_process'

interface Report {
  readonly statusCode?: number
  readonly error?: { readonly code?: string }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
}

const SERIOUS = ['high', 'critical']

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const { vulnerabilities } = reportIn(stdout)
if (vulnerabilities) {
  const serious = Object.entries(vulnerabilities).filter(([, { severity }]) => SERIOUS.includes(severity))
  for (const [name, { severity }] of serious) console.error(`${name}: ${severity}`)
  console.log(`${serious.length} packages with serious known vulnerabilities.`)
  process.exitCode = serious.length > 0 ? 1 : 0
} else {
  console.log('The registry does not tell about vulnerabilities, so they were not checked.')
}

function reportIn(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
