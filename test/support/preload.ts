// Runs before each file of the `dom` project. Surfaces are then whole in their first render, as on a host that preloads.
import { preload } from '../../src/entries/index.ts'

await preload()
