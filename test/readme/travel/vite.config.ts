// vite.config.ts
import react from '@vitejs/plugin-react'
import { catalogCompiler } from 'surface-runtime/vite'

export default { plugins: [react(), catalogCompiler({ types: true })] } // writes travel.types.ts
