import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { findWorkers } from './scripts/find-workers.ts'
import { recordPackages } from './scripts/record-packages.ts'
import { splitLoading } from './scripts/split-loading.ts'
import { withoutJsonSchemas } from './scripts/without-json-schemas.ts'

const root = import.meta.dirname
/** Modules that only agents need, each some tens of milliseconds after the one before. */
const loadedApart = [
  'zod/v3',
  '@cfworker/json-schema',
  'langsmith/client',
  'langsmith',
  '@langchain/core/messages',
  '@langchain/core/utils/json_schema',
  '@langchain/core/utils/stream',
  '@langchain/core/callbacks/manager',
  '@langchain/core/tracers/base',
  '@langchain/core/runnables',
  '@langchain/core/language_models/base',
  '@langchain/core/language_models/chat_models',
  '@langchain/core/tools',
  '@langchain/langgraph-checkpoint',
  '@langchain/langgraph/channels',
  '@langchain/langgraph/web',
  '@langchain/langgraph',
  '@langchain/langgraph-sdk',
  'fast-glob',
  'langchain',
  'deepagents',
  'openai/resources/shared.mjs',
  'openai/resources/chat',
  'openai/resources/responses',
  'openai/resources/beta',
  'openai/resources/index.mjs',
  'openai',
  '@langchain/openai',
  'undici',
  join(root, 'src-main/core/agents/run/build-agent.ts'),
]

export default defineConfig({
  main: {
    plugins: [recordPackages(root, 'main'), splitLoading(loadedApart)],
    // As Node resolves packages, so that what runs from source is what runs bundled.
    ssr: { resolve: { mainFields: ['main'], conditions: ['node'] } },
    build: {
      // Bundled, but for package.json's `dependencies`, which are those with native parts.
      rolldownOptions: {
        input: {
          index: join(root, 'src-main/electron/main.ts'),
          cli: join(root, 'src-main/cli/main.ts'),
          ...findWorkers(root),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [recordPackages(root, 'preload')],
    build: {
      externalizeDeps: false, // in a sandbox there is no node_modules to load from
      rolldownOptions: {
        input: { index: join(root, 'src-preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: join(root, 'src-renderer'),
    plugins: [react(), withoutJsonSchemas(), recordPackages(root, 'renderer')],
    worker: { format: 'es', plugins: () => [recordPackages(root, 'renderer')] },
    build: {
      outDir: join(root, 'out/renderer'),
      minify: 'oxc',
      // The page's CSP allows scripts, styles and fonts from files of its own only.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 8_000,
      rolldownOptions: { input: join(root, 'src-renderer/index.html') },
    },
  },
})
