import { contextBridge, ipcRenderer, webUtils } from 'electron'

// A port can't cross the bridge: a message to the page's own window carries it.
ipcRenderer.on('orrery:port', ({ ports }) => {
  window.postMessage('orrery:port', window.location.origin, ports)
})

contextBridge.exposeInMainWorld(
  'orrery',
  Object.freeze({
    platform: process.platform,
    pathForFile: (file: File) => webUtils.getPathForFile(file),
    connect: () => ipcRenderer.send('orrery:connect'),
  }),
)
