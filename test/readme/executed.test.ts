// Code of README and guide that runs in Node.
import { executeIn } from './runs/execute.ts'

executeIn('node')
