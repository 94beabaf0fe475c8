import { checkSimulation } from '../simulation/check-simulation.ts'

checkSimulation('queue', 'The write queue', { fast: 1500, full: 16_000 })
