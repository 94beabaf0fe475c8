import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from './faults.ts'

test('each part of the backup has a fault of its own, which is logged once, and so is its end', () => {
  const logged: string[] = []
  const status: (string | undefined)[] = []
  const faults = new Faults({
    onStatus: ({ fault }) => status.push(fault),
    log: (level, text) => logged.push(`${level} ${text}`),
  })
  faults.note('snapshot', new Error('The disk is full.'))
  faults.note('snapshot', new Error('The disk is full.'))
  faults.clear('sending')
  faults.note('sending', new Error('No route.'))
  faults.clear('snapshot')
  faults.note('snapshot', new Error('The disk is full.'))
  faults.clear('sending')
  faults.clear('snapshot')
  assert.deepEqual(status, ['The disk is full.', 'No route.', 'No route.', 'No route.', 'The disk is full.', undefined])
  assert.deepEqual(logged, [
    'warn the continuous backup cannot store a snapshot: The disk is full.',
    'warn the continuous backup cannot send changes: No route.',
    'info the continuous backup can store a snapshot again',
    'warn the continuous backup cannot store a snapshot: The disk is full.',
    'info the continuous backup can send changes again',
    'info the continuous backup can store a snapshot again',
  ])
})
