import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { root, textOf, unknownSettings } from './files.ts'

/** The types of Kubernetes for each kind of manifest. */
const TYPES: Readonly<Record<string, string>> = {
  Deployment: 'kubernetes-types/apps/v1',
  Service: 'kubernetes-types/core/v1',
  PodDisruptionBudget: 'kubernetes-types/policy/v1',
  Secret: 'kubernetes-types/core/v1',
}
const paths = globSync(['*.yaml', '*.example'], { cwd: join(root, 'deploy/kubernetes') }).sort()
// biome-ignore lint/suspicious/noExplicitAny: tests look into manifests of every kind.
const manifests: any[] = paths.map((path) => parse(textOf(`kubernetes/${path}`)))
const manifestOf = (kind: string) => manifests.find((manifest) => manifest.kind === kind)

describe('The manifests for Kubernetes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-kubernetes-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  /** What the compiler says of values with the types of their kinds; unknown names are errors. */
  const typeErrors = (values: readonly { readonly kind: string }[]): string => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    rmSync(join(folder, 'node_modules/kubernetes-types'), { force: true })
    symlinkSync(join(root, 'node_modules/kubernetes-types'), join(folder, 'node_modules/kubernetes-types'))
    const checks = values.map(
      (value, index) =>
        `export const value${index}: import('${TYPES[value.kind]}').${value.kind} = ${JSON.stringify(value)}\n`,
    )
    writeFileSync(join(folder, 'manifests.ts'), checks.join(''))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const words = [tsc, '--ignoreConfig', ...options, '--types', '', 'manifests.ts']
    return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).stdout
  }

  test('have the fields that Kubernetes knows, and no others', () => {
    assert.deepEqual(manifests.map(({ kind }) => kind).sort(), Object.keys(TYPES).sort())
    assert.equal(typeErrors(manifests), '')
    const wrong = structuredClone(manifestOf('Deployment'))
    wrong.spec.template.spec.containers[0].readinessProb = {}
    assert.match(typeErrors([wrong]), /readinessProb.* does not exist/)
  })

  const { template } = manifestOf('Deployment').spec
  const [container] = template.spec.containers

  test('set only what the server knows, to values that it accepts', () => {
    const direct = container.env.map(({ name, value }: { name: string; value: string }) => [name, value])
    const all = { ...Object.fromEntries(direct), ...manifestOf('Secret').stringData }
    assert.deepEqual(unknownSettings(Object.keys(all)), [])
    assert.equal(readConfig(all).drainSeconds, 10)
  })

  test('leave a pod the time to drain and to end its requests', () => {
    const drain = container.env.find(({ name }: { name: string }) => name === 'KONTOR_DRAIN_SECONDS').value
    assert.ok(template.spec.terminationGracePeriodSeconds >= Number(drain) + 25)
    const { periodSeconds, failureThreshold } = container.readinessProbe
    assert.ok(periodSeconds * failureThreshold < Number(drain), 'the Service must notice while the pod still serves')
  })

  test('probe that the process lives at /healthz and that it can write at /readyz', () => {
    const pathOf = (name: string) => container[name].httpGet.path
    assert.deepEqual(['startupProbe', 'livenessProbe', 'readinessProbe'].map(pathOf), [
      '/healthz',
      '/healthz',
      '/readyz',
    ])
  })

  test('select the pods of the deployment in the service and the disruption budget', () => {
    const { labels } = template.metadata
    assert.deepEqual(manifestOf('Deployment').spec.selector.matchLabels, labels)
    assert.deepEqual(manifestOf('Service').spec.selector, labels)
    assert.deepEqual(manifestOf('PodDisruptionBudget').spec.selector.matchLabels, labels)
  })

  test('run as the user of the image, without rights, on a read-only file system', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(textOf('Dockerfile'))!
    const { runAsNonRoot, runAsUser, runAsGroup } = template.spec.securityContext
    assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup], [true, Number(user), Number(group)])
    const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext
    assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem], [false, true])
    assert.deepEqual(capabilities, { drop: ['ALL'] })
  })
})
