import { checkSimulation } from '../simulation/check-simulation.ts'

checkSimulation('queue', 'The write queue', { fast: 1400, full: 40_000 })
