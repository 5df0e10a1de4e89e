/** Whether the agent is still at the answer that a surface belongs to: places for what has not come are shown until then. */
import { createContext } from 'react'

export const StillWriting = createContext(false)
