// Code of README and guide that runs in a page.
import { executeIn } from './runs/execute.ts'

executeIn('page')
