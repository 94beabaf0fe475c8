import { checkSimulation } from './check-simulation.ts'

checkSimulation('server', 'A server on the embedded database', { fast: 500, full: 6_000 })
