import { checkSimulation } from './check-simulation.ts'

checkSimulation('server', 'A server on the embedded database', { fast: 600, full: 10_000 })
