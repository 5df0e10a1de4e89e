// What `vite preview` serves to the end-to-end tests: the built demo, and the test pages beside it.
import { defineConfig, mergeConfig } from 'vite'
import demo from '../vite.config.ts'
import { testPages } from './test-pages.ts'

export default defineConfig((env) => mergeConfig(demo(env), { plugins: [testPages()] }))
