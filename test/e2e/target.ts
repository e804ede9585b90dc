/** What the specs run on, as `ORRERY_E2E_TARGET` says: `browser`, `standin` or `electron`. */
export const target = process.env.ORRERY_E2E_TARGET ?? 'browser'

/** In the desktop app, whichever Electron it runs on. */
export const isOnDesktop = target !== 'browser'
