import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { assert } from '#shared/lib/assert.ts'
import { openRecording } from './recording.ts'
import { ReplayPage } from './replay-page.tsx'

// The page's policy forbids compiled parsers, and reports even the attempt.
z.config({ jitless: true })

const root = document.getElementById('root')
assert(root, 'replay.html has a root')
createRoot(root).render(
  <StrictMode>
    <ReplayPage recording={openRecording(document)} />
  </StrictMode>,
)
